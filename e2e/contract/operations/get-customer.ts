import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { unknownCustomer } from '../prepare/catalogue.ts';
import { needsScope, needsToken, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/customers/{customer_id}',
  access: [about('read what the account has', 'customer')],
  scenarios: [
    needsToken,
    succeeds(200, 'a customer', ({ member, objects }) =>
      member.call('GET', `/v1/customers/${objects.customerId}`),
    ),
    needsScope,
    unknownCustomer('GET'),
  ],
};
