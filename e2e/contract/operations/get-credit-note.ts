import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';
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
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `${LIST}/${ABSENT.creditNote}`),
    ),
    refuses(404, 'not_found', 'an unknown id', ({ owner }) =>
      owner.call('GET', `${LIST}/${ABSENT.creditNote}`),
    ),
  ],
};
