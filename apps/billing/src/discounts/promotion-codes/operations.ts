import { randomInt } from 'node:crypto';
import { AppError, type Caller, newId, type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, isUniqueViolation, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import { canRead } from '../../accounts/access.ts';
import { readTimes } from '../../clock.ts';
import { type Coupon, type PromotionCode, refusalOfCoupon } from '../../domain/discount/coupon.ts';
import type { Metadata } from '../../domain/metadata.ts';
import { toPromotionCodeResource } from '../../domain/resources/coupon.ts';
import { mergedMetadata } from '../../fields/metadata.ts';
import { checkCursor, type ListQuery, toList, toPageRequest } from '../../lists.ts';
import { findCustomer } from '../../records/customers-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { findCoupon, findCoupons, lockCoupons } from '../coupon-queries.ts';
import {
  findPromotionCode,
  insertPromotionCode,
  lockPromotionCodes,
  type NewPromotionCode,
  savePromotionCode,
  selectPromotionCodes,
} from '../promotion-code-queries.ts';

export interface PromotionCodesDeps {
  readonly db: Kysely<BillingTables>;
}

type Tx = Transaction<BillingTables>;

const TAKEN = 'code: another active promotion code is the same; choose another one';

/** Digits and capitals that are not mistaken for one another. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 10;

/** @throws AppError not_found for a code that the caller may not read. */
export async function getVisibleCode(
  { db }: PromotionCodesDeps,
  caller: Caller,
  id: Uuid,
): Promise<PromotionCode> {
  const code = await findPromotionCode(db, id);
  if (!code || !canRead(caller, code.accountId)) throw notFound('promotion code');
  return code;
}

/** The code as clients see it. */
export async function showPromotionCode(deps: PromotionCodesDeps, caller: Caller, id: Uuid) {
  const code = await getVisibleCode(deps, caller, id);
  const { nowMs } = await readTimes(deps.db, null);
  return toPromotionCodeResource(code, await getCoupon(deps.db, code.couponId), nowMs);
}

/** A page of the codes that the caller may read, newest first. */
export async function listPromotionCodes(
  deps: PromotionCodesDeps,
  caller: Caller,
  query: ListQuery & {
    readonly code?: string | undefined;
    readonly coupon_id?: Uuid | null | undefined;
  },
) {
  await checkCursor(query, (id) => getVisibleCode(deps, caller, id));
  const filter = { ...toPageRequest(caller, query), code: query.code, couponId: query.coupon_id };
  const rows = await selectPromotionCodes(deps.db, filter, query.limit + 1);
  const ids = [...new Set(rows.map(({ couponId }) => couponId))];
  const coupons = await findCoupons(deps.db, ids);
  const { nowMs } = await readTimes(deps.db, null);
  return toList(rows, query, (code) =>
    toPromotionCodeResource(code, coupons.get(code.couponId) as Coupon, nowMs),
  );
}

async function getCoupon(db: Kysely<BillingTables>, id: Uuid): Promise<Coupon> {
  const coupon = await findCoupon(db, id);
  if (!coupon) throw new Error(`there is no coupon ${id}`);
  return coupon;
}

/** A code to create; generated if it is undefined. */
export interface PromotionCodeInput extends Omit<NewPromotionCode, 'id' | 'code' | 'customerId'> {
  readonly code: string | undefined;
  /** Undefined for a malformed id, null for all customers. */
  readonly customerId: Uuid | null | undefined;
}

export function createPromotionCode(
  { db }: PromotionCodesDeps,
  input: PromotionCodeInput,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const { nowMs } = await readTimes(tx, null);
    if (input.expiresAt && input.expiresAt.getTime() <= nowMs)
      throw new AppError('invalid_request', 'expires_at: must be in the future');
    const coupon = (await lockCoupons(tx, [input.couponId])).get(input.couponId);
    if (!coupon) throw notFound('coupon');
    const refusal = refusalOfCoupon(coupon, nowMs);
    if (refusal !== undefined) throw new AppError('invalid_request', `coupon_id: ${refusal}`);
    const customerId = await readCustomer(tx, input);
    const code = input.code ?? generatedCode();
    const created = await insertPromotionCode(tx, { ...input, id: newId(), code, customerId });
    if (!created) return refuse('conflict', TAKEN);
    return { status: 201, body: toPromotionCodeResource(created, coupon, nowMs) };
  });
}

/** @throws AppError invalid_request for a customer that the account does not have */
async function readCustomer(
  tx: Tx,
  { accountId, customerId }: PromotionCodeInput,
): Promise<Uuid | null> {
  if (customerId === null) return null;
  const customer = customerId === undefined ? undefined : await findCustomer(tx, customerId);
  if (customer?.accountId === accountId) return customer.id;
  throw new AppError('invalid_request', 'customer_id: is not a customer of the account');
}

function generatedCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Changes of a code; absent fields stay. */
export interface PromotionCodeChange {
  readonly isActive: boolean | undefined;
  readonly metadata: Metadata | null | undefined;
}

export function updatePromotionCode(
  { db }: PromotionCodesDeps,
  id: Uuid,
  { isActive, metadata }: PromotionCodeChange,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const before = (await lockPromotionCodes(tx, [id])).get(id);
    if (!before) throw notFound('promotion code');
    const coupon = await getCoupon(tx, before.couponId);
    if (isActive && coupon.deletedAt !== null)
      return refuse('conflict', 'the coupon of this code is deleted; create another coupon');
    const saved = await savePromotionCode(tx, {
      ...before,
      isActive: isActive ?? before.isActive,
      metadata: mergedMetadata(before.metadata, metadata),
    }).catch((error: unknown) => {
      const isTaken = isUniqueViolation(error, 'promotion_codes_code');
      throw isTaken ? new AppError('conflict', TAKEN) : error;
    });
    const { nowMs } = await readTimes(tx, null);
    return { status: 200, body: toPromotionCodeResource(saved, coupon, nowMs) };
  });
}
