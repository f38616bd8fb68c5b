import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { PromotionCode } from '../domain/discount/coupon.ts';
import { inScope, onPage, type PageRequest, pageOrder } from '../lists.ts';
import type { PromotionCodeRow } from '../schema/coupons.ts';
import type { BillingTables } from '../schema.ts';

type Db = Kysely<BillingTables>;
type Tx = Transaction<BillingTables>;

export type NewPromotionCode = Omit<PromotionCode, 'timesRedeemed' | 'createdAt' | 'updatedAt'>;

/** Stores a code; undefined if it is active, and another active code of the account is the same. */
export async function insertPromotionCode(
  tx: Tx,
  code: NewPromotionCode,
): Promise<PromotionCode | undefined> {
  const row = await tx
    .insertInto('promotion_codes')
    .values({
      id: code.id,
      account_id: code.accountId,
      coupon_id: code.couponId,
      code: code.code,
      is_active: code.isActive,
      expires_at: code.expiresAt,
      max_redemptions: code.redemptionsMax,
      customer_id: code.customerId,
      metadata: JSON.stringify(code.metadata),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toPromotionCode(row);
}

export async function findPromotionCode(db: Db, id: Uuid): Promise<PromotionCode | undefined> {
  const row = await db
    .selectFrom('promotion_codes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toPromotionCode(row);
}

/** The code with this text, in any case: the active one, or else the newest. */
export async function findCodeOfText(
  db: Db,
  accountId: Uuid,
  text: string,
): Promise<PromotionCode | undefined> {
  const row = await db
    .selectFrom('promotion_codes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(code) = ${text.toLowerCase()}`)
    .orderBy(sql`is_active desc, id desc`)
    .limit(1)
    .executeTakeFirst();
  return row && toPromotionCode(row);
}

/** Locks these codes, in the order of their ids, until the transaction ends; after their coupons. */
export async function lockPromotionCodes(
  tx: Tx,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, PromotionCode>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('promotion_codes')
    .selectAll()
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, toPromotionCode(row)]));
}

/** @throws a unique violation if it becomes active, and another active code is the same. */
export async function savePromotionCode(
  tx: Tx,
  { id, isActive, metadata }: PromotionCode,
): Promise<PromotionCode> {
  const row = await tx
    .updateTable('promotion_codes')
    .set({
      is_active: isActive,
      metadata: JSON.stringify(metadata),
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPromotionCode(row);
}

/** Deactivates all codes of a coupon, so that other coupons can have them. */
export async function endCodesOf(tx: Tx, couponId: Uuid): Promise<void> {
  await tx
    .updateTable('promotion_codes')
    .set({ is_active: false, updated_at: sql<Date>`clock_timestamp()` })
    .where('coupon_id', '=', couponId)
    .where('is_active', '=', true)
    .execute();
}

/** Counts a redemption of each of these locked codes, or returns one. */
export async function countPromotionCodes(tx: Tx, ids: readonly Uuid[], by: 1 | -1): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('promotion_codes')
    .set({ times_redeemed: sql<number>`times_redeemed + ${by}` })
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute();
}

export interface PromotionCodeFilter extends PageRequest {
  readonly code: string | undefined;
  /** Null matches no coupon. */
  readonly couponId: Uuid | null | undefined;
}

/** In paging order. */
export async function selectPromotionCodes(
  db: Db,
  filter: PromotionCodeFilter,
  rowsMax: number,
): Promise<readonly PromotionCode[]> {
  const { code, couponId } = filter;
  const { rows } = await sql<Selectable<PromotionCodeRow>>`
    select * from promotion_codes
     where ${inScope(filter)} and ${onPage(filter)}
       and ${code === undefined ? sql`true` : sql`lower(code) = ${code.toLowerCase()}`}
       and ${couponId === undefined ? sql`true` : sql`coupon_id = ${couponId}::uuid`}
     order by ${pageOrder(filter)} limit ${rowsMax}`.execute(db);
  return rows.map(toPromotionCode);
}

function toPromotionCode(row: Selectable<PromotionCodeRow>): PromotionCode {
  return {
    id: row.id,
    accountId: row.account_id,
    couponId: row.coupon_id,
    code: row.code,
    isActive: row.is_active,
    expiresAt: row.expires_at,
    redemptionsMax: row.max_redemptions,
    timesRedeemed: row.times_redeemed,
    customerId: row.customer_id,
    metadata: JSON.parse(row.metadata),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
