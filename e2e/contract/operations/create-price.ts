import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createPrice } from '../prepare/products.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const tiered = { unit_amount: undefined, billing_scheme: 'tiered', tiers_mode: 'graduated' };

export const contract: Contract = {
  operation: 'POST /v1/prices',
  access: [
    aboutField('change what the account has', ['product_id', 'product'], {
      body: { unit_amount: 900 },
    }),
  ],
  withoutEvents: 'the catalogue of events has no kind for products and prices',
  scenarios: [
    guarded,
    succeeds(201, 'a one-time price', createPrice({})),
    succeeds(
      201,
      'tiers',
      createPrice({
        ...{ ...tiered, recurring: { interval: 'month' } },
        tiers: [
          { up_to: 5, unit_amount: 700 },
          { up_to: 'inf', unit_amount_decimal: '0.5' },
        ],
      }),
    ),
    refusesEach(400, 'invalid_request', createPrice, {
      'no amount': { unit_amount: undefined },
      'an amount below zero': { unit_amount: -1 },
      'thirteen decimals': { unit_amount: undefined, unit_amount_decimal: '0.1234567890123' },
      'tiers that overlap': { ...tiered, tiers: [{ up_to: 5 }, { up_to: 5 }, { up_to: 'inf' }] },
      'no last tier': { ...tiered, tiers: [{ up_to: 5 }] },
      'an unknown interval': { recurring: { interval: 'decade' } },
    }),
    refuses(400, 'currency_mismatch', 'another currency', createPrice({ currency: 'EUR' })),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('POST', '/v1/prices', {
        body: { product_id: objects.productId, unit_amount: 1 },
      }),
    ),
    refuses(404, 'not_found', 'no such product', createPrice({ product_id: ABSENT.product })),
    refuses(409, 'conflict', 'a key that another price has', (world) =>
      createPrice({ lookup_key: world.objects.planId })(world),
    ),
  ],
};
