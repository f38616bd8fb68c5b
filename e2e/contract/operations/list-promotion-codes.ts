import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const list =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/promotion_codes?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/promotion_codes',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    listBy('read what the account has', ['coupon_id', 'coupon']),
    pageAfter('read what the account has', 'promotionCode'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'a page', list('limit=1')),
    succeeds(200, 'one by its code', list('code=summer')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'an unknown parameter': 'valid=true',
      'a cursor without an object': `starting_after=${ABSENT.promotionCode}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/promotion_codes'),
    ),
  ],
};
