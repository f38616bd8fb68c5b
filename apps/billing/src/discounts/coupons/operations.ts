import { AppError, type Caller, newId, type Reply, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import { canRead } from '../../accounts/access.ts';
import { readTimes } from '../../clock.ts';
import type { Coupon } from '../../domain/discount/coupon.ts';
import type { Metadata } from '../../domain/metadata.ts';
import { toCouponResource } from '../../domain/resources/coupon.ts';
import { mergedMetadata } from '../../fields/metadata.ts';
import { checkCursor, type ListQuery, toList, toPageRequest } from '../../lists.ts';
import type { BillingTables } from '../../schema.ts';
import {
  findCoupon,
  findOwnProducts,
  insertCoupon,
  lockCoupons,
  type NewCoupon,
  saveCoupon,
  selectCoupons,
} from '../coupon-queries.ts';
import { endCodesOf } from '../promotion-code-queries.ts';

export interface CouponsDeps {
  readonly db: Kysely<BillingTables>;
}

type Tx = Transaction<BillingTables>;

/** @throws AppError not_found for a coupon that the caller may not read. */
export async function getVisibleCoupon(
  { db }: CouponsDeps,
  caller: Caller,
  id: Uuid | undefined,
): Promise<Coupon> {
  const coupon = id === undefined ? undefined : await findCoupon(db, id);
  if (!coupon || !canRead(caller, coupon.accountId)) throw notFound('coupon');
  return coupon;
}

/** The coupon as clients see it. */
export async function showCoupon(deps: CouponsDeps, caller: Caller, id: Uuid) {
  const coupon = await getVisibleCoupon(deps, caller, id);
  const { nowMs } = await readTimes(deps.db, null);
  return toCouponResource(coupon, nowMs);
}

/** A page of the coupons that the caller may read, newest first. */
export async function listCoupons(deps: CouponsDeps, caller: Caller, query: ListQuery) {
  await checkCursor(query, (id) => getVisibleCoupon(deps, caller, id));
  const rows = await selectCoupons(deps.db, toPageRequest(caller, query), query.limit + 1);
  const { nowMs } = await readTimes(deps.db, null);
  return toList(rows, query, (coupon) => toCouponResource(coupon, nowMs));
}

/** A coupon to create; a product is undefined for a malformed id. */
export interface CouponInput extends Omit<NewCoupon, 'id' | 'productIds'> {
  readonly productIds: readonly (Uuid | undefined)[] | null;
}

export function createCoupon(
  { db }: CouponsDeps,
  input: CouponInput,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const { nowMs } = await readTimes(tx, null);
    if (input.redeemBy && input.redeemBy.getTime() <= nowMs)
      throw new AppError('invalid_request', 'redeem_by: must be in the future');
    const productIds = await readProducts(tx, input);
    const coupon = await insertCoupon(tx, { ...input, id: newId(), productIds });
    return { status: 201, body: toCouponResource(coupon, nowMs) };
  });
}

/** @throws AppError invalid_request for a product that the account does not have */
async function readProducts(
  tx: Tx,
  { accountId, productIds }: CouponInput,
): Promise<readonly Uuid[] | null> {
  if (productIds === null) return null;
  const ids = [...new Set(productIds)];
  const known = await findOwnProducts(
    tx,
    accountId,
    ids.flatMap((id) => id ?? []),
  );
  return ids.map((id): Uuid => {
    if (id !== undefined && known.has(id)) return id;
    const place = productIds.indexOf(id);
    throw new AppError(
      'invalid_request',
      `applies_to.products.${place}: is not a product of the account`,
    );
  });
}

/** Changes of a coupon; absent fields stay. */
export interface CouponChange {
  readonly name: string | null | undefined;
  readonly metadata: Metadata | null | undefined;
}

export function updateCoupon(
  { db }: CouponsDeps,
  id: Uuid,
  { name, metadata }: CouponChange,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const before = await lockCoupon(tx, id);
    const saved = await saveCoupon(tx, {
      ...before,
      name: name === undefined ? before.name : name,
      metadata: mergedMetadata(before.metadata, metadata),
    });
    const { nowMs } = await readTimes(tx, null);
    return { status: 200, body: toCouponResource(saved, nowMs) };
  });
}

/** Ends new redemptions of a coupon, and its codes. Its discounts continue. */
export function deleteCoupon({ db }: CouponsDeps, id: Uuid): Promise<Reply> {
  return db.transaction().execute(async (tx) => {
    const before = await lockCoupon(tx, id);
    const { nowMs } = await readTimes(tx, null);
    const deletedAt = before.deletedAt ?? new Date(nowMs);
    const saved = await saveCoupon(tx, { ...before, deletedAt });
    await endCodesOf(tx, id);
    return { status: 200, body: { ...toCouponResource(saved, nowMs), deleted: true } };
  });
}

async function lockCoupon(tx: Tx, id: Uuid): Promise<Coupon> {
  const coupon = (await lockCoupons(tx, [id])).get(id);
  if (!coupon) throw notFound('coupon');
  return coupon;
}
