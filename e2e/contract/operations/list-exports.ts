import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/exports';

const list = (query: string) => by('owner', 'GET', `${LIST}?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/exports',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    pageAfter('read what the account has', 'export'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'all', list('')),
    succeeds(200, 'of a type, in a state', list('type=revenue&status=failed')),
    refusesEach(400, 'invalid_request', list, {
      'an unknown state': 'status=lost',
      'both cursors': `starting_after=${ABSENT.export}&ending_before=${ABSENT.export}`,
      'an unknown cursor': `starting_after=${ABSENT.export}`,
    }),
    needsScope,
  ],
};
