import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/disputes';

const list = (query: string) => by('owner', 'GET', `${LIST}?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/disputes',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    listBy('read what the account has', ['payment_id', 'disputed']),
    pageAfter('read what the account has', 'dispute'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s own', list('')),
    succeeds(200, 'every filter', list(`status=won&payment_id=${ABSENT.payment}&limit=1`)),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=open',
      'a cursor without an object': `starting_after=${ABSENT.dispute}`,
    }),
    needsScope,
  ],
};
