import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { oneOf } from '../prepare/products.ts';
import { needsScope, needsToken, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/products/{product_id}',
  access: [about('read what the account has', 'product')],
  scenarios: [
    needsToken,
    succeeds(200, 'one’s own', ({ member, objects }) =>
      member.call('GET', `/v1/products/${objects.productId}`),
    ),
    needsScope,
    oneOf('product', 'GET'),
  ],
};
