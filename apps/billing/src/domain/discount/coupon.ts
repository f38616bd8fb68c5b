import type { couponDurations, Uuid } from '@florin/contracts';
import { type Currency, periodBoundary } from '@florin/money';
import type { Off } from '../charge.ts';
import type { Metadata } from '../metadata.ts';
import type { Discount } from './model.ts';

export type CouponDuration = (typeof couponDurations)[number];

/** A discount that customers can redeem. Its terms never change. */
export interface Coupon {
  readonly id: Uuid;
  readonly accountId: Uuid;
  /** Name on invoices. */
  readonly name: string | null;
  readonly off: Off;
  /** Set for an amount. */
  readonly currency: Currency | null;
  readonly duration: CouponDuration;
  /** Set if it is repeating. */
  readonly durationInMonths: number | null;
  /** Products whose lines it reduces; null for all lines. */
  readonly productIds: readonly Uuid[] | null;
  readonly redeemBy: Date | null;
  readonly redemptionsMax: number | null;
  readonly timesRedeemed: number;
  readonly metadata: Metadata;
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A code that customers type to redeem a coupon. */
export interface PromotionCode {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly couponId: Uuid;
  readonly code: string;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
  readonly redemptionsMax: number | null;
  readonly timesRedeemed: number;
  /** The only customer who can redeem it; null for all. */
  readonly customerId: Uuid | null;
  readonly metadata: Metadata;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Reason why a coupon cannot be redeemed; undefined if it can. */
export function refusalOfCoupon(
  { deletedAt, redeemBy, redemptionsMax, timesRedeemed }: Coupon,
  nowMs: number,
): string | undefined {
  if (deletedAt !== null) return 'is a deleted coupon; choose another one';
  if (redeemBy !== null && nowMs > redeemBy.getTime())
    return `is a coupon that could be redeemed until ${redeemBy.toISOString()}; choose another one`;
  return isUsedUp(redemptionsMax, timesRedeemed)
    ? `is a coupon that was redeemed ${timesRedeemed} times, as often as it can be; choose another one`
    : undefined;
}

/** Reason why a code cannot be redeemed, apart from its coupon; undefined if it can. */
export function refusalOfCode(
  { isActive, expiresAt, redemptionsMax, timesRedeemed }: PromotionCode,
  nowMs: number,
): string | undefined {
  if (!isActive) return 'is not active; choose another code, or activate it';
  if (expiresAt !== null && nowMs > expiresAt.getTime())
    return `expired at ${expiresAt.toISOString()}; choose another code`;
  return isUsedUp(redemptionsMax, timesRedeemed)
    ? `was redeemed ${timesRedeemed} times, as often as it can be; choose another code`
    : undefined;
}

function isUsedUp(redemptionsMax: number | null, timesRedeemed: number): boolean {
  return redemptionsMax !== null && timesRedeemed >= redemptionsMax;
}

/** The discount of a coupon that is redeemed now; months follow the calendar of the time zone. */
export function discountOf(
  { id: couponId, name, off, productIds, durationInMonths }: Coupon,
  promotionCodeId: Uuid | null,
  { nowMs: startAt, timezone }: { readonly nowMs: number; readonly timezone: string },
): Discount {
  const months = { anchorAt: startAt, timezone, interval: 'month', intervalCount: 1 } as const;
  const endAt = durationInMonths === null ? null : periodBoundary(months, durationInMonths);
  return { couponId, promotionCodeId, name, off, productIds, startAt, endAt };
}
