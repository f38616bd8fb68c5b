import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newSlug } from '../prepare/plans.ts';
import { newPrice, oneOf, platformLooks } from '../prepare/products.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

const changePrice = (body: object) => async (world: World) =>
  world.owner.call('PATCH', `/v1/prices/${await newPrice(world)}`, { body });

export const contract: Contract = {
  operation: 'PATCH /v1/prices/{price_id}',
  access: [about('change what the account has', 'price', { body: { metadata: { a: 1 } } })],
  withoutEvents: 'the catalogue of events has no kind for products and prices',
  scenarios: [
    guarded,
    succeeds(200, 'a lookup key', (world) => changePrice({ lookup_key: newSlug() })(world)),
    succeeds(200, 'the end of its sale', changePrice({ active: false })),
    refusesEach(400, 'invalid_request', changePrice, {
      'another amount': { unit_amount: 1 },
      'a key with spaces': { lookup_key: 'gold plan' },
    }),
    platformLooks('price', 'PATCH'),
    oneOf('price', 'PATCH'),
    refuses(409, 'conflict', 'a key that another price has', (world) =>
      changePrice({ lookup_key: world.objects.planId })(world),
    ),
    refuses(409, 'conflict', 'the name of a starter plan', changePrice({ lookup_key: 'pro' })),
  ],
};
