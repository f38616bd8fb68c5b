import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT, newCreditNote } from '../world.ts';

const LIST = '/v1/credit_notes';

export const contract: Contract = {
  operation: 'GET /v1/credit_notes/{credit_note_id}',
  access: [about('read what the account has', 'creditNote')],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s', async ({ owner, key }) =>
      key.call('GET', `${LIST}/${(await newCreditNote(owner)).id}`),
    ),
    needsScope,
    refuses(404, 'not_found', 'an unknown id', by('owner', 'GET', `${LIST}/${ABSENT.creditNote}`)),
  ],
};
