import { refuses } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

type Noun = 'coupon' | 'promotionCode';

const paths = { coupon: '/v1/coupons', promotionCode: '/v1/promotion_codes' } as const;

export const createCoupon =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', paths.coupon, { body: { percent_off: 20, duration: 'once', ...fields } });

export const createPromotionCode =
  (fields: object) =>
  ({ owner, objects }: World) =>
    owner.call('POST', paths.promotionCode, { body: { coupon_id: objects.couponId, ...fields } });

/** Answers to a request about one coupon or code that is not the caller's. */
export const oneOf = (noun: Noun, method: 'GET' | 'PATCH' | 'DELETE') => {
  const path = paths[noun];
  const body = method === 'PATCH' ? { body: {} } : {};
  return [
    refuses(404, 'not_found', 'no such object', ({ owner }) =>
      owner.call(method, `${path}/${ABSENT[noun]}`, body),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
      owner.call(method, `${path}/gold`, body),
    ),
    refuses(404, 'not_found', 'one of another account', ({ stranger, objects }) =>
      stranger.call(method, `${path}/${objects[`${noun}Id`]}`, body),
    ),
  ];
};

/** Answers to a change by a caller who only reads. */
export const platformLooks = (noun: Noun, method: 'PATCH' | 'DELETE') =>
  refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
    platform.call(
      method,
      `${paths[noun]}/${objects[`${noun}Id`]}`,
      method === 'PATCH' ? { body: {} } : {},
    ),
  );
