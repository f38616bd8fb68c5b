import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createCoupon } from '../prepare/coupons.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const body = { percent_off: 20, duration: 'once' };

export const contract: Contract = {
  operation: 'POST /v1/coupons',
  access: [
    aboutField('change what the account has', ['account_id', 'account'], { isActing: true, body }),
  ],
  withoutEvents: 'the catalogue of events has no kind for coupons and promotion codes',
  scenarios: [
    guarded,
    succeeds(201, 'a percentage', createCoupon({})),
    succeeds(201, 'all fields', async (world) =>
      createCoupon({
        ...{ name: 'Sale', percent_off: undefined, amount_off: 500, currency: 'USD' },
        ...{ duration: 'repeating', duration_in_months: 3, max_redemptions: 9, metadata: { a: 1 } },
        ...{ redeem_by: '2999-01-31', applies_to: { products: [world.objects.productId] } },
      })(world),
    ),
    refusesEach(400, 'invalid_request', createCoupon, {
      'a percentage and an amount': { amount_off: 500, currency: 'USD' },
      'a percentage of zero': { percent_off: 0 },
      'a percentage with three decimals': { percent_off: '12.125' },
      'an amount without a currency': { percent_off: undefined, amount_off: 500 },
      'no duration': { duration: undefined },
      'months without repeating': { duration_in_months: 3 },
      'repeating without months': { duration: 'repeating' },
      'a product that the account does not have': { applies_to: { products: [ABSENT.product] } },
      'an end in the past': { redeem_by: '2020-01-31' },
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform }) =>
      platform.call('POST', '/v1/coupons', { body }),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/coupons', { body }),
    ),
  ],
};
