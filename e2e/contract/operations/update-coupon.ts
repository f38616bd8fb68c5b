import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { oneOf, platformLooks } from '../prepare/coupons.ts';
import { guarded, refusesEach, succeeds } from '../scenario.ts';
import { newCoupon, type World } from '../world.ts';

const change =
  (body: object) =>
  async ({ owner }: World) =>
    owner.call('PATCH', `/v1/coupons/${(await newCoupon(owner)).id}`, { body });

export const contract: Contract = {
  operation: 'PATCH /v1/coupons/{coupon_id}',
  access: [about('change what the account has', 'coupon', { body: { metadata: { a: 1 } } })],
  withoutEvents: 'the catalogue of events has no kind for coupons and promotion codes',
  scenarios: [
    guarded,
    succeeds(200, 'a name and metadata', change({ name: 'Sale', metadata: { a: 1 } })),
    refusesEach(400, 'invalid_request', change, {
      'an empty name': { name: '' },
      'another percentage': { percent_off: 30 },
    }),
    platformLooks('coupon', 'PATCH'),
    oneOf('coupon', 'PATCH'),
  ],
};
