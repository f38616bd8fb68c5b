import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const listPayments = (query: string) => by('owner', 'GET', `/v1/payments?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/payments',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    listBy('read what the account has', ['customer_id', 'customer']),
    pageAfter('read what the account has', 'payment'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s own', listPayments('')),
    succeeds(200, 'every filter', listPayments('status=pending&reference=x&limit=1')),
    succeeds(200, 'those of a customer', listPayments(`customer_id=${ABSENT.customer}`)),
    refusesEach(400, 'invalid_request', listPayments, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=open',
      'a cursor without an object': `starting_after=${ABSENT.payment}`,
    }),
    needsScope,
  ],
};
