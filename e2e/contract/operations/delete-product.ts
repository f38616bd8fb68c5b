import { unpricedProduct } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newProduct, oneOf, platformLooks } from '../prepare/products.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'DELETE /v1/products/{product_id}',
  access: [about('change what the account has', 'product', { fresh: unpricedProduct })],
  withoutEvents: 'the catalogue of events has no kind for products and prices',
  scenarios: [
    guarded,
    succeeds(200, 'an unused product', async (world) =>
      world.owner.call('DELETE', `/v1/products/${await newProduct(world)}`),
    ),
    platformLooks('product', 'DELETE'),
    oneOf('product', 'DELETE'),
    refuses(409, 'conflict', 'a product with a price', async ({ owner, objects }) => {
      return owner.call('DELETE', `/v1/products/${objects.productId}`);
    }),
  ],
};
