import { newId, type Uuid } from '@florin/contracts';
import type { TableRate } from '@florin/tax';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { inScope, onPage, type PageRequest, pageOrder } from '../../lists.ts';
import type { TaxRateRow } from '../../schema/tax-rates.ts';
import type { BillingTables } from '../../schema.ts';

/** An account's own rate. */
export interface OwnRate extends TableRate {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly createdAt: Date;
}

/** A seller that needs more gets a table from the operator. */
export const RATES_MAX = 1_000;

const columns = sql`id, account_id, name, percentage, country, region, tax_class,
  valid_from::text, valid_until::text, created_at`;

/** The rates of each of these sellers. */
export async function findRates(
  db: Kysely<BillingTables>,
  sellerIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, readonly OwnRate[]>> {
  if (sellerIds.length === 0) return new Map();
  const { rows } = await sql<Selectable<TaxRateRow>>`
    select ${columns} from tax_rates
     where account_id = any(${sellerIds}::uuid[]) order by id`.execute(db);
  return Map.groupBy(rows.map(toOwnRate), ({ accountId }) => accountId);
}

/** The text of the operator's table; undefined if there is none. */
export async function findTable(db: Kysely<BillingTables>): Promise<string | undefined> {
  const row = await db.selectFrom('tax_tables').select('body').executeTakeFirst();
  return row?.body;
}

export async function saveTable(db: Kysely<BillingTables>, body: string): Promise<void> {
  await db
    .insertInto('tax_tables')
    .values({ body })
    .onConflict((conflict) =>
      conflict.column('is_current').doUpdateSet({ body, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .execute();
}

export async function dropTable(db: Kysely<BillingTables>): Promise<void> {
  await db.deleteFrom('tax_tables').execute();
}

/** The rates of an account. Until the transaction ends, no other adds one or changes its last day. */
export async function lockRates(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
): Promise<readonly OwnRate[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tax rates ${accountId}`}, 0))`.execute(
    tx,
  );
  return (await findRates(tx, [accountId])).get(accountId) ?? [];
}

/** Undefined if the account has reached the limit. */
export async function insertRate(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  rate: TableRate,
): Promise<OwnRate | undefined> {
  const { rows } = await sql<Selectable<TaxRateRow>>`
    insert into tax_rates
      (id, account_id, name, percentage, country, region, tax_class, valid_from, valid_until)
    select ${newId()}, ${accountId}, ${rate.name}, ${rate.percentage}, ${rate.country},
           ${rate.region}, ${rate.class}, ${rate.from}::date, ${rate.until}::date
     where (select count(*) from tax_rates where account_id = ${accountId}) < ${RATES_MAX}
    returning ${columns}`.execute(tx);
  return rows[0] && toOwnRate(rows[0]);
}

export async function findRate(db: Kysely<BillingTables>, id: Uuid): Promise<OwnRate | undefined> {
  const { rows } = await sql<Selectable<TaxRateRow>>`
    select ${columns} from tax_rates where id = ${id}`.execute(db);
  return rows[0] && toOwnRate(rows[0]);
}

/** Undefined fields stay; null as the last day means no end. */
export interface RateChange {
  readonly name: string | undefined;
  readonly until: string | null | undefined;
}

/** Undefined for a rate that no longer exists. */
export async function saveRate(
  tx: Transaction<BillingTables>,
  id: Uuid,
  { name, until }: RateChange,
): Promise<OwnRate | undefined> {
  const { rows } = await sql<Selectable<TaxRateRow>>`
    update tax_rates
       set name = ${name === undefined ? sql`name` : name},
           valid_until = ${until === undefined ? sql`valid_until` : sql`${until}::date`}
     where id = ${id}
    returning ${columns}`.execute(tx);
  return rows[0] && toOwnRate(rows[0]);
}

/** In paging order. */
export async function selectRates(
  db: Kysely<BillingTables>,
  page: PageRequest,
  rowsMax: number,
): Promise<readonly OwnRate[]> {
  const { rows } = await sql<Selectable<TaxRateRow>>`
    select ${columns} from tax_rates where ${inScope(page)} and ${onPage(page)}
     order by ${pageOrder(page)} limit ${rowsMax}`.execute(db);
  return rows.map(toOwnRate);
}

function toOwnRate(row: Selectable<TaxRateRow>): OwnRate {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    percentage: row.percentage,
    country: row.country,
    region: row.region,
    class: row.tax_class,
    from: row.valid_from,
    until: row.valid_until,
    createdAt: row.created_at,
  };
}
