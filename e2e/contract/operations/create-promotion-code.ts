import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createPromotionCode } from '../prepare/coupons.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'POST /v1/promotion_codes',
  access: [aboutField('change what the account has', ['coupon_id', 'coupon'])],
  withoutEvents: 'the catalogue of events has no kind for coupons and promotion codes',
  scenarios: [
    guarded,
    succeeds(201, 'a random code', createPromotionCode({})),
    succeeds(201, 'all fields', async (world) =>
      createPromotionCode({
        ...{ code: 'WINTER', active: false, expires_at: '2999-01-31', max_redemptions: 9 },
        ...{ customer_id: world.objects.customerId, metadata: { a: 1 } },
      })(world),
    ),
    refusesEach(400, 'invalid_request', createPromotionCode, {
      'a code with a space': { code: 'SUMMER 26' },
      'a customer that the account does not have': { customer_id: ABSENT.customer },
      'an end in the past': { expires_at: '2020-01-31' },
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('POST', '/v1/promotion_codes', { body: { coupon_id: objects.couponId } }),
    ),
    refuses(
      404,
      'not_found',
      'an unknown coupon',
      createPromotionCode({ coupon_id: ABSENT.coupon }),
    ),
    refuses(409, 'conflict', 'a code that is taken', async (world) => {
      await createPromotionCode({ code: 'taken' })(world);
      return createPromotionCode({ code: 'TAKEN' })(world);
    }),
  ],
};
