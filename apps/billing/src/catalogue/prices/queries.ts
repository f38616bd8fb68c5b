import { parsePublicId, type Uuid } from '@florin/contracts';
import { type Bounds, withinBounds } from '@florin/database';
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { isRecurring, type Price, type RecurringPrice } from '../../domain/catalogue.ts';
import { toCurrency } from '../../domain/currency.ts';
import type { PageRequest } from '../../lists.ts';
import type { PriceRow } from '../../schema/catalogue.ts';
import type { BillingTables } from '../../schema.ts';
import { catalogueOrder, onCataloguePage } from '../pages.ts';

type Db = Kysely<BillingTables>;
type Tx = Transaction<BillingTables>;

export type NewPrice = Omit<
  Price,
  'archivedAt' | 'productArchivedAt' | 'soldAt' | 'createdAt' | 'updatedAt'
>;

/** Stores a price; undefined if the account already has its slug or its lookup key. */
export async function insertPrice(tx: Tx, price: NewPrice): Promise<Price | undefined> {
  const { amount, recurring } = price;
  const isWhole = typeof amount === 'bigint';
  const row = await tx
    .insertInto('prices')
    .values({
      id: price.id,
      account_id: price.accountId,
      product_id: price.productId,
      slug: price.slug,
      lookup_key: price.lookupKey,
      name: price.name,
      amount: isWhole ? amount : null,
      scheme: isWhole ? null : JSON.stringify(amount),
      currency: price.currency,
      interval: recurring?.interval ?? null,
      interval_count: recurring?.intervalCount ?? null,
      tax_class: price.taxClass,
      supply: price.supply,
      tax_behavior: price.taxBehavior,
      metadata: JSON.stringify(price.metadata),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row && findPrice(tx, row.id);
}

export function findPrice(db: Db, id: Uuid): Promise<Price | undefined> {
  return findOne(db, sql`prices.id = ${id}`);
}

/**
 * The price that a text names: its public id, its lookup key, or the slug that it had first. A lookup
 * key wins over the slug of an older price.
 */
export function findPriceNamed(db: Db, accountId: Uuid, name: string): Promise<Price | undefined> {
  const id = parsePublicId('price', name);
  if (id !== undefined) return findOne(db, sql`account_id = ${accountId} and prices.id = ${id}`);
  return findOne(
    db,
    sql`account_id = ${accountId} and (lookup_key = ${name} or slug = ${name})`,
    sql`coalesce(lookup_key = ${name}, false) desc`,
  );
}

/** The price that subscriptions keep under this slug. */
export function findPriceOfSlug(db: Db, accountId: Uuid, slug: string): Promise<Price | undefined> {
  return findOne(db, sql`account_id = ${accountId} and slug = ${slug}`);
}

/** Takes a lookup key from the price that has it. */
export async function releaseLookupKey(tx: Tx, accountId: Uuid, lookupKey: string): Promise<void> {
  await tx
    .updateTable('prices')
    .set({ lookup_key: null, updated_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('lookup_key', '=', lookupKey)
    .execute();
}

/** @throws a unique violation if another price has the lookup key. */
export async function savePrice(
  tx: Tx,
  { id, name, lookupKey, metadata, archivedAt }: Price,
): Promise<Price> {
  await tx
    .updateTable('prices')
    .set({
      name,
      lookup_key: lookupKey,
      metadata: JSON.stringify(metadata),
      archived_at: archivedAt,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
  const saved = await findPrice(tx, id);
  if (!saved) throw new Error(`price ${id} vanished while it was locked`);
  return saved;
}

/** Waits for other changes of the price. */
export async function lockPrice(tx: Tx, id: Uuid): Promise<Price | undefined> {
  const { rows } = await sql`select from prices where id = ${id} for update`.execute(tx);
  return rows.length === 0 ? undefined : findPrice(tx, id);
}

/** Deletes a price that was never sold; false if it was. */
export async function deletePriceRow(tx: Tx, { id }: Price): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('prices')
    .where('id', '=', id)
    .where('sold_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Records a sale, so that the price cannot be deleted; false if it was deleted before. */
export async function recordSale(db: Db, { id, soldAt }: Price): Promise<boolean> {
  if (soldAt !== null) return true;
  const { numUpdatedRows } = await db
    .updateTable('prices')
    .set({ sold_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('sold_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n || (await findPrice(db, id)) !== undefined;
}

/** Waits for other transfers of a lookup key; locked before any price. */
export async function lockLookupKey(tx: Tx, accountId: Uuid, lookupKey: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`${accountId} ${lookupKey}`}, 0))`.execute(tx);
}

export interface PriceFilter extends PageRequest {
  readonly productId: Uuid | null | undefined;
  readonly lookupKey: string | undefined;
  readonly isActive: boolean | undefined;
}

/** In paging order. */
export function selectPrices(
  db: Db,
  { productId, lookupKey, isActive, ...page }: PriceFilter,
  rowsMax: number,
): Promise<readonly Price[]> {
  const condition = sql<boolean>`${onCataloguePage('prices', page)}
    and ${productId === undefined ? sql`true` : sql`product_id = ${productId}::uuid`}
    and ${lookupKey === undefined ? sql`true` : sql`lookup_key = ${lookupKey}`}
    and ${isActive === undefined ? sql`true` : sql`(archived_at is null) = ${isActive}`}`;
  return select(db, condition, catalogueOrder(page), rowsMax);
}

/** Cursor of a page of plans, and the side of newer or older ones. */
export interface PlanCursor {
  readonly slug: string;
  readonly side: 'newer' | 'older';
}

/** Recurring prices: newest first, or oldest first on the newer side of a cursor. */
export async function selectRecurringPrices(
  db: Db,
  accountId: Uuid,
  cursor: PlanCursor | undefined,
  rowsMax: number,
  { isArchived, ...bounds }: Bounds & { readonly isArchived: boolean },
): Promise<readonly RecurringPrice[]> {
  const isNewer = cursor?.side === 'newer';
  const place = sql`(select position from prices
    where account_id = ${accountId} and slug = ${cursor?.slug})`;
  const beyond = isNewer ? sql`position > ${place}` : sql`position < ${place}`;
  const condition = sql<boolean>`account_id = ${accountId} and ${withinBounds(bounds)}
    and interval is not null
    and (${ENDED_AT} is not null) = ${isArchived}
    and ${cursor ? beyond : sql`true`}`;
  const order = isNewer ? sql`position asc` : sql`position desc`;
  return (await select(db, condition, order, rowsMax)).filter(isRecurring);
}

const PRODUCT_ARCHIVED_AT = sql<Date | null>`
  (select products.archived_at from products where products.id = prices.product_id)`;
const ENDED_AT = sql`coalesce(archived_at, ${PRODUCT_ARCHIVED_AT})`;

async function findOne(
  db: Db,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`position`,
): Promise<Price | undefined> {
  const [price] = await select(db, condition as RawBuilder<boolean>, order, 1);
  return price;
}

async function select(
  db: Db,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  rowsMax: number,
): Promise<readonly Price[]> {
  const rows = await db
    .selectFrom('prices')
    .selectAll()
    .select(PRODUCT_ARCHIVED_AT.as('product_archived_at'))
    .where(condition)
    .orderBy(sql`${order}`)
    .limit(rowsMax)
    .execute();
  return rows.map(toPrice);
}

function toPrice(row: Selectable<PriceRow> & { readonly product_archived_at: Date | null }): Price {
  const { interval, interval_count: intervalCount } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    productId: row.product_id,
    slug: row.slug,
    lookupKey: row.lookup_key,
    name: row.name,
    amount: row.scheme === null ? (row.amount ?? 0n) : JSON.parse(row.scheme),
    currency: toCurrency(row.currency),
    recurring: interval === null || intervalCount === null ? null : { interval, intervalCount },
    taxClass: row.tax_class,
    supply: row.supply,
    taxBehavior: row.tax_behavior,
    metadata: JSON.parse(row.metadata),
    archivedAt: row.archived_at,
    productArchivedAt: row.product_archived_at,
    soldAt: row.sold_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
