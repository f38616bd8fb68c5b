import { newId, type Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type Customer, type CustomerFields, readDetails } from '../domain/customer.ts';
import { inScope, onPage, type PageRequest, pageOrder } from '../lists.ts';
import type { BillingTables, CustomerRow } from '../schema.ts';

/**
 * Stores a customer; the caller publishes the event. Undefined if the account already has a
 * customer with this external id.
 */
export async function insertCustomer(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  { externalId, email, name, details, metadata }: CustomerFields,
): Promise<Customer | undefined> {
  const row = await tx
    .insertInto('customers')
    .values({
      id: newId(),
      account_id: accountId,
      version: 1n,
      external_id: externalId,
      email,
      name,
      details: JSON.stringify(details),
      metadata: JSON.stringify(metadata),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'external_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toCustomer(row);
}

/** The id of the customer with this external id. */
export async function findCustomerId(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  externalId: string,
): Promise<Uuid | undefined> {
  const row = await db
    .selectFrom('customers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row?.id;
}

/** Ids next to a text in index order, and ids of the newest customers. */
const NEAR_MAX = 20;
const NEWEST_MAX = 500;

/** External ids among which a mistyped one is searched; a bounded number. */
export async function selectNearIds(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  text: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ external_id: string }>`
    (select external_id from customers
      where account_id = ${accountId} and external_id >= ${text}
      order by external_id limit ${NEAR_MAX})
    union
    (select external_id from customers
      where account_id = ${accountId} and external_id < ${text}
      order by external_id desc limit ${NEAR_MAX})
    union
    (select external_id from customers
      where account_id = ${accountId} and external_id is not null
      order by id desc limit ${NEWEST_MAX})`.execute(db);
  return rows.map(({ external_id }) => external_id);
}

export async function findCustomer(
  db: Kysely<BillingTables>,
  id: Uuid,
): Promise<Customer | undefined> {
  const row = await db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toCustomer(row);
}

/** Saves a customer that this transaction has locked; the caller publishes the event. */
export async function saveCustomer(
  tx: Transaction<BillingTables>,
  id: Uuid,
  { externalId, email, name, details, metadata }: CustomerFields,
): Promise<Customer> {
  const row = await tx
    .updateTable('customers')
    .set({
      version: sql<bigint>`version + 1`,
      external_id: externalId,
      email,
      name,
      details: JSON.stringify(details),
      metadata: JSON.stringify(metadata),
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCustomer(row);
}

export async function lockCustomer(
  tx: Transaction<BillingTables>,
  id: Uuid,
): Promise<Customer | undefined> {
  const row = await tx
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toCustomer(row);
}

export function toCustomer(row: Selectable<CustomerRow>): Customer {
  return {
    id: row.id,
    accountId: row.account_id,
    externalId: row.external_id,
    email: row.email,
    name: row.name,
    details: readDetails(row.details),
    metadata: JSON.parse(row.metadata) as Customer['metadata'],
    archivedAt: row.archived_at,
    anonymizedAt: row.anonymized_at,
    version: Number(row.version),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export interface CustomerListFilter extends PageRequest {
  readonly externalId: string | undefined;
  readonly email: string | undefined;
  readonly isArchived: boolean;
}

/** In paging order. */
export async function selectCustomers(
  db: Kysely<BillingTables>,
  filter: CustomerListFilter,
  rowsMax: number,
): Promise<readonly Customer[]> {
  const { externalId, email, isArchived } = filter;
  const { rows } = await sql<Selectable<CustomerRow>>`
    select * from customers
     where ${inScope(filter)} and ${onPage(filter)}
       and ${externalId === undefined ? sql`true` : sql`external_id = ${externalId}`}
       and archived_at is ${isArchived ? sql`not null` : sql`null`}
       and ${email === undefined ? sql`true` : sql`email = ${email}`}
     order by ${pageOrder(filter)} limit ${rowsMax}`.execute(db);
  return rows.map(toCustomer);
}
