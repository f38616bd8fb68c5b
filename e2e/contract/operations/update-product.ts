import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newProduct, oneOf, platformLooks } from '../prepare/products.ts';
import { guarded, refusesEach, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

const changeProduct = (body: object) => async (world: World) =>
  world.owner.call('PATCH', `/v1/products/${await newProduct(world)}`, { body });

export const contract: Contract = {
  operation: 'PATCH /v1/products/{product_id}',
  access: [about('change what the account has', 'product', { body: { unit_label: 'seat' } })],
  withoutEvents: 'the catalogue of events has no kind for products and prices',
  scenarios: [
    guarded,
    succeeds(200, 'a name and metadata', changeProduct({ name: 'Chair', metadata: { a: 1 } })),
    succeeds(200, 'the end of its sale', changeProduct({ active: false })),
    refusesEach(400, 'invalid_request', changeProduct, {
      'an empty name': { name: '' },
      'another tax class': { tax_class: 'reduced' },
      'a state that is no boolean': { active: 'no' },
    }),
    platformLooks('product', 'PATCH'),
    oneOf('product', 'PATCH'),
  ],
};
