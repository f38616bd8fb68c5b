import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { unknownCustomer } from '../prepare/catalogue.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/customers/{customer_id}',
  access: [about('read what the account has', 'customer')],
  scenarios: [
    needsToken,
    succeeds(200, 'a customer', ({ member, objects }) =>
      member.call('GET', `/v1/customers/${objects.customerId}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', `/v1/customers/${objects.customerId}`),
    ),
    unknownCustomer('GET'),
  ],
};
