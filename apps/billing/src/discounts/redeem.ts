import { AppError, type Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type { Transaction } from 'kysely';
import {
  type Coupon,
  discountOf,
  type PromotionCode,
  refusalOfCode,
  refusalOfCoupon,
} from '../domain/discount/coupon.ts';
import type { Discount } from '../domain/discount/model.ts';
import { findProfile } from '../records/profiles-queries.ts';
import type { BillingTables } from '../schema.ts';
import { countCoupons, lockCoupons } from './coupon-queries.ts';
import {
  countPromotionCodes,
  findCodeOfText,
  lockPromotionCodes,
} from './promotion-code-queries.ts';

type Tx = Transaction<BillingTables>;

/** A discount in a request. */
export type DiscountInput =
  /** Undefined for a malformed id. */
  { readonly couponId: Uuid | undefined } | { readonly code: string };

/** The party that redeems coupons. */
export interface Redeemer {
  readonly sellerId: Uuid;
  /** Null for an account that pays. */
  readonly customerId: Uuid | null;
  readonly currency: Currency;
  readonly nowMs: number;
}

const NOT_YOURS = 'is not a coupon of the seller';

interface Asked {
  readonly field: string;
  readonly couponId: Uuid;
  readonly code: PromotionCode | undefined;
}

/** Discounts that an object has before a request. */
export interface Before {
  readonly discounts: readonly Discount[];
  /** Whether discounts that the request leaves out reduced nothing, so that they count no more. */
  readonly returnsRemoved: boolean;
}

const NOTHING: Before = { discounts: [], returnsRemoved: false };

/**
 * The discounts of an object after a request: coupons that it has keep their discount, others are
 * redeemed. Locks the coupons, and then the codes, each in the order of their ids.
 * @throws AppError invalid_request for a coupon or a code that cannot be redeemed
 */
export async function redeem(
  tx: Tx,
  redeemer: Redeemer,
  inputs: readonly DiscountInput[],
  { discounts: before, returnsRemoved }: Before = NOTHING,
): Promise<readonly Discount[]> {
  const asked = await readAsked(tx, redeemer, inputs);
  const kept = new Map(before.map((discount) => [discount.couponId, discount]));
  const redeemed = asked.filter(({ couponId }) => !kept.has(couponId));
  const removed = returnsRemoved
    ? before.filter((each) => !asked.some(({ couponId }) => couponId === each.couponId))
    : [];
  const { coupons, codes } = await lockAll(tx, [
    ...redeemed.map(({ couponId, code }) => ({ couponId, promotionCodeId: code?.id ?? null })),
    ...removed,
  ]);
  const timezone = (await findProfile(tx, redeemer.sellerId))?.profile.timezone ?? 'UTC';
  const when = { nowMs: redeemer.nowMs, timezone };
  const discounts = asked.map((each): Discount => {
    const code = each.code && codes.get(each.code.id);
    return (
      kept.get(each.couponId) ??
      discountOf(
        redeemable(each, coupons.get(each.couponId), code, redeemer),
        code?.id ?? null,
        when,
      )
    );
  });
  await count(
    tx,
    discounts.filter(({ couponId }) => !kept.has(couponId)),
    1,
  );
  await count(tx, removed, -1);
  return discounts;
}

/** Returns the redemptions of discounts that reduced nothing. */
export async function returnRedemptions(tx: Tx, discounts: readonly Discount[]): Promise<void> {
  await lockAll(tx, discounts);
  await count(tx, discounts, -1);
}

type Redeemed = Pick<Discount, 'couponId' | 'promotionCodeId'>;

async function lockAll(tx: Tx, redeemed: readonly Redeemed[]) {
  const coupons = await lockCoupons(
    tx,
    redeemed.map(({ couponId }) => couponId),
  );
  const codes = await lockPromotionCodes(tx, codesOf(redeemed));
  return { coupons, codes };
}

async function count(tx: Tx, redeemed: readonly Redeemed[], by: 1 | -1): Promise<void> {
  await countCoupons(
    tx,
    redeemed.map(({ couponId }) => couponId),
    by,
  );
  await countPromotionCodes(tx, codesOf(redeemed), by);
}

function codesOf(redeemed: readonly Redeemed[]): readonly Uuid[] {
  return redeemed.flatMap(({ promotionCodeId }) => promotionCodeId ?? []);
}

/** The coupons of a request, each once. */
async function readAsked(
  tx: Tx,
  redeemer: Redeemer,
  inputs: readonly DiscountInput[],
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const [index, input] of inputs.entries()) {
    const each = await toAsked(tx, redeemer, input, index);
    if (asked.some(({ couponId }) => couponId === each.couponId))
      throw refused(each.field, 'names a coupon twice; send each coupon once');
    asked.push(each);
  }
  return asked;
}

async function toAsked(
  tx: Tx,
  { sellerId }: Redeemer,
  input: DiscountInput,
  index: number,
): Promise<Asked> {
  if ('couponId' in input) {
    const { couponId } = input;
    const of = `discounts.${index}.coupon_id`;
    if (couponId === undefined) throw refused(of, NOT_YOURS);
    return { field: of, couponId, code: undefined };
  }
  const field = `discounts.${index}.promotion_code`;
  const code = await findCodeOfText(tx, sellerId, input.code);
  if (!code) throw refused(field, 'is not a promotion code of the seller');
  return { field, couponId: code.couponId, code };
}

/** @throws AppError invalid_request with the reason */
function redeemable(
  { field }: Asked,
  coupon: Coupon | undefined,
  code: PromotionCode | undefined,
  { sellerId, customerId, currency, nowMs }: Redeemer,
): Coupon {
  if (!coupon || coupon.accountId !== sellerId) throw refused(field, NOT_YOURS);
  if (code && code.customerId !== null && code.customerId !== customerId)
    throw refused(field, 'is a code for another customer');
  const refusal = (code && refusalOfCode(code, nowMs)) ?? refusalOfCoupon(coupon, nowMs);
  if (refusal !== undefined) throw refused(field, refusal);
  if (coupon.currency !== null && coupon.currency !== currency)
    throw refused(
      field,
      `is a discount in ${coupon.currency}, but the account sells in ${currency}; choose another one`,
    );
  return coupon;
}

function refused(field: string, reason: string): AppError {
  return new AppError('invalid_request', `${field}: ${reason}`);
}
