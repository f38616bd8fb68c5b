import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { oneOf } from '../prepare/coupons.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/promotion_codes/{promotion_code_id}',
  access: [about('read what the account has', 'promotionCode')],
  scenarios: [
    needsToken,
    succeeds(200, 'one’s own', ({ member, objects }) =>
      member.call('GET', `/v1/promotion_codes/${objects.promotionCodeId}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', `/v1/promotion_codes/${objects.promotionCodeId}`),
    ),
    oneOf('promotionCode', 'GET'),
  ],
};
