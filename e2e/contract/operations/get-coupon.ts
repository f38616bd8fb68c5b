import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { oneOf } from '../prepare/coupons.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/coupons/{coupon_id}',
  access: [about('read what the account has', 'coupon')],
  scenarios: [
    needsToken,
    succeeds(200, 'one’s own', ({ member, objects }) =>
      member.call('GET', `/v1/coupons/${objects.couponId}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', `/v1/coupons/${objects.couponId}`),
    ),
    oneOf('coupon', 'GET'),
  ],
};
