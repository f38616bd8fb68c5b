import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { oneOf, platformLooks } from '../prepare/coupons.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { newPromotionCode, type World } from '../world.ts';

const change =
  (body: object) =>
  async ({ owner }: World) =>
    owner.call('PATCH', `/v1/promotion_codes/${(await newPromotionCode(owner)).id}`, { body });

export const contract: Contract = {
  operation: 'PATCH /v1/promotion_codes/{promotion_code_id}',
  access: [about('change what the account has', 'promotionCode', { body: { metadata: { a: 1 } } })],
  withoutEvents: 'the catalogue of events has no kind for coupons and promotion codes',
  scenarios: [
    guarded,
    succeeds(200, 'the end of its redemption', change({ active: false, metadata: { a: 1 } })),
    refusesEach(400, 'invalid_request', change, {
      'another code': { code: 'OTHER' },
      'a state that is no boolean': { active: 'no' },
    }),
    platformLooks('promotionCode', 'PATCH'),
    oneOf('promotionCode', 'PATCH'),
    refuses(409, 'conflict', 'a code of a deleted coupon', async ({ owner }) => {
      const { id, coupon_id } = await newPromotionCode(owner);
      await owner.call('DELETE', `/v1/coupons/${coupon_id}`);
      return owner.call('PATCH', `/v1/promotion_codes/${id}`, { body: { active: true } });
    }),
  ],
};
