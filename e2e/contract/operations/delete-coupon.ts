import { freshCoupon } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { oneOf, platformLooks } from '../prepare/coupons.ts';
import { guarded, succeeds } from '../scenario.ts';
import { newCoupon } from '../world.ts';

export const contract: Contract = {
  operation: 'DELETE /v1/coupons/{coupon_id}',
  access: [about('change what the account has', 'coupon', { fresh: freshCoupon })],
  withoutEvents: 'the catalogue of events has no kind for coupons and promotion codes',
  scenarios: [
    guarded,
    succeeds(200, 'a coupon', async ({ owner }) =>
      owner.call('DELETE', `/v1/coupons/${(await newCoupon(owner)).id}`),
    ),
    platformLooks('coupon', 'DELETE'),
    oneOf('coupon', 'DELETE'),
  ],
};
