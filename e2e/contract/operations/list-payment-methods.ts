import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/payment_methods';

const list = (query: string) => by('owner', 'GET', `${LIST}?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/payment_methods',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    listBy('read what the account has', ['customer_id', 'saver']),
    pageAfter('read what the account has', 'paymentMethod'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s own', list('')),
    succeeds(200, 'every filter', list(`customer_id=${ABSENT.customer}&limit=1`)),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.paymentMethod}`,
    }),
    needsScope,
  ],
};
