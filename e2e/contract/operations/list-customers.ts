import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const listCustomers = (query: string) => by('owner', 'GET', `/v1/customers?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/customers',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    pageAfter('read what the account has', 'customer'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s own', listCustomers('limit=1&external_id=x')),
    succeeds(200, 'archived ones', listCustomers('archived=true')),
    refusesEach(400, 'invalid_request', listCustomers, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.customer}`,
      'neither archived nor not': 'archived=maybe',
    }),
    needsScope,
  ],
};
