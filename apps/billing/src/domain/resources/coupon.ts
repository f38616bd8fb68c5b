import {
  type CouponResource,
  type DiscountResource,
  isLive,
  type PromotionCodeResource,
  toInstant,
  toPublicId,
} from '@florin/contracts';
import { toJsonAmount } from '@florin/money';
import type { Off } from '../charge.ts';
import {
  type Coupon,
  type PromotionCode,
  refusalOfCode,
  refusalOfCoupon,
} from '../discount/coupon.ts';
import type { Discount } from '../discount/model.ts';
import { toNullableText } from '../instants.ts';

export function toCouponResource(coupon: Coupon, nowMs: number): CouponResource {
  const { productIds } = coupon;
  return {
    id: toPublicId('coupon', coupon.id),
    object: 'coupon',
    livemode: isLive(coupon.accountId),
    account_id: toPublicId('account', coupon.accountId),
    name: coupon.name,
    ...toOff(coupon.off),
    currency: coupon.currency,
    duration: coupon.duration,
    duration_in_months: coupon.durationInMonths,
    applies_to: productIds && { products: productIds.map((id) => toPublicId('product', id)) },
    redeem_by: coupon.redeemBy?.toISOString() ?? null,
    max_redemptions: coupon.redemptionsMax,
    times_redeemed: coupon.timesRedeemed,
    valid: refusalOfCoupon(coupon, nowMs) === undefined,
    metadata: coupon.metadata as CouponResource['metadata'],
    created_at: coupon.createdAt.toISOString(),
    updated_at: coupon.updatedAt.toISOString(),
  };
}

/** A code as clients see it; it is active only while it can be redeemed. */
export function toPromotionCodeResource(
  code: PromotionCode,
  coupon: Coupon,
  nowMs: number,
): PromotionCodeResource {
  const refusal = refusalOfCode(code, nowMs) ?? refusalOfCoupon(coupon, nowMs);
  return {
    id: toPublicId('promotionCode', code.id),
    object: 'promotion_code',
    livemode: isLive(code.accountId),
    account_id: toPublicId('account', code.accountId),
    coupon_id: toPublicId('coupon', code.couponId),
    code: code.code,
    active: refusal === undefined,
    expires_at: code.expiresAt?.toISOString() ?? null,
    max_redemptions: code.redemptionsMax,
    times_redeemed: code.timesRedeemed,
    customer_id: code.customerId && toPublicId('customer', code.customerId),
    metadata: code.metadata as PromotionCodeResource['metadata'],
    created_at: code.createdAt.toISOString(),
    updated_at: code.updatedAt.toISOString(),
  };
}

export function toDiscountResource(discount: Discount): DiscountResource {
  const { couponId, promotionCodeId, startAt, endAt } = discount;
  return {
    coupon_id: toPublicId('coupon', couponId),
    promotion_code_id: promotionCodeId && toPublicId('promotionCode', promotionCodeId),
    start: toInstant(startAt),
    end: toNullableText(endAt),
  };
}

/** The reduction of a coupon as members of a resource. */
export function toOff(off: Off) {
  return off.kind === 'percent'
    ? { percent_off: off.percent, amount_off: null }
    : { percent_off: null, amount_off: toJsonAmount(off.amount) };
}
