import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { oneOf } from '../prepare/products.ts';
import { needsScope, needsToken, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/prices/{price_id}',
  access: [about('read what the account has', 'price')],
  scenarios: [
    needsToken,
    succeeds(200, 'one’s own', ({ member, objects }) =>
      member.call('GET', `/v1/prices/${objects.priceId}`),
    ),
    needsScope,
    oneOf('price', 'GET'),
  ],
};
