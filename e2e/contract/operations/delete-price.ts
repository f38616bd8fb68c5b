import { unsoldPrice } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { newPrice, oneOf, platformLooks } from '../prepare/products.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'DELETE /v1/prices/{price_id}',
  access: [about('change what the account has', 'price', { fresh: unsoldPrice })],
  withoutEvents: 'the catalogue of events has no kind for products and prices',
  scenarios: [
    guarded,
    succeeds(200, 'an unused price', async (world) =>
      world.owner.call('DELETE', `/v1/prices/${await newPrice(world)}`),
    ),
    platformLooks('price', 'DELETE'),
    oneOf('price', 'DELETE'),
    refuses(409, 'conflict', 'the price of a subscription', async ({ owner, objects }) => {
      const body = { customer_id: 'buyer', plan: objects.priceId, trial_period_days: 3 };
      await must(() => owner.call('POST', '/v1/subscriptions', { body }));
      return owner.call('DELETE', `/v1/prices/${objects.priceId}`);
    }),
  ],
};
