import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { toCurrency } from '../domain/currency.ts';
import type { Coupon } from '../domain/discount/coupon.ts';
import { inScope, onPage, type PageRequest, pageOrder } from '../lists.ts';
import type { CouponRow } from '../schema/coupons.ts';
import type { BillingTables } from '../schema.ts';

type Db = Kysely<BillingTables>;
type Tx = Transaction<BillingTables>;

export type NewCoupon = Omit<Coupon, 'timesRedeemed' | 'deletedAt' | 'createdAt' | 'updatedAt'>;

export async function insertCoupon(tx: Tx, coupon: NewCoupon): Promise<Coupon> {
  const { off } = coupon;
  const row = await tx
    .insertInto('coupons')
    .values({
      id: coupon.id,
      account_id: coupon.accountId,
      name: coupon.name,
      percent_off: off.kind === 'percent' ? off.percent : null,
      amount_off: off.kind === 'amount' ? off.amount : null,
      currency: coupon.currency,
      duration: coupon.duration,
      duration_in_months: coupon.durationInMonths,
      product_ids: coupon.productIds,
      redeem_by: coupon.redeemBy,
      max_redemptions: coupon.redemptionsMax,
      metadata: JSON.stringify(coupon.metadata),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCoupon(row);
}

/** Also finds deleted coupons, which invoices name. */
export async function findCoupon(db: Db, id: Uuid): Promise<Coupon | undefined> {
  const row = await db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toCoupon(row);
}

/** Also finds deleted coupons. */
export async function findCoupons(
  db: Db,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, Coupon>> {
  if (ids.length === 0) return new Map();
  return byId(await selectThese(db, ids).execute());
}

/** Locks these coupons, in the order of their ids, until the transaction ends. */
export async function lockCoupons(
  tx: Tx,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, Coupon>> {
  if (ids.length === 0) return new Map();
  return byId(await selectThese(tx, ids).forNoKeyUpdate().execute());
}

function selectThese(db: Db, ids: readonly Uuid[]) {
  return db
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .orderBy('id');
}

function byId(rows: readonly Selectable<CouponRow>[]): ReadonlyMap<Uuid, Coupon> {
  return new Map(rows.map((row) => [row.id, toCoupon(row)]));
}

export async function saveCoupon(
  tx: Tx,
  { id, name, metadata, deletedAt }: Coupon,
): Promise<Coupon> {
  const row = await tx
    .updateTable('coupons')
    .set({
      name,
      metadata: JSON.stringify(metadata),
      deleted_at: deletedAt,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCoupon(row);
}

/** Counts a redemption of each of these locked coupons, or returns one. */
export async function countCoupons(tx: Tx, ids: readonly Uuid[], by: 1 | -1): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('coupons')
    .set({ times_redeemed: sql<number>`times_redeemed + ${by}` })
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute();
}

/** Ids of these products that the account has. */
export async function findOwnProducts(
  db: Db,
  accountId: Uuid,
  ids: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** In paging order, without deleted coupons. */
export async function selectCoupons(
  db: Db,
  page: PageRequest,
  rowsMax: number,
): Promise<readonly Coupon[]> {
  const { rows } = await sql<Selectable<CouponRow>>`
    select * from coupons
     where ${inScope(page)} and ${onPage(page)} and deleted_at is null
     order by ${pageOrder(page)} limit ${rowsMax}`.execute(db);
  return rows.map(toCoupon);
}

function toCoupon(row: Selectable<CouponRow>): Coupon {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    off:
      row.percent_off === null
        ? { kind: 'amount', amount: row.amount_off ?? 0n }
        : { kind: 'percent', percent: row.percent_off },
    currency: row.currency === null ? null : toCurrency(row.currency),
    duration: row.duration,
    durationInMonths: row.duration_in_months,
    productIds: row.product_ids,
    redeemBy: row.redeem_by,
    redemptionsMax: row.max_redemptions,
    timesRedeemed: row.times_redeemed,
    metadata: JSON.parse(row.metadata),
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
