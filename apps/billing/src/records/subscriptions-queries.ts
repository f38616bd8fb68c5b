import type { Uuid } from '@florin/contracts';
import { type Column, insertRows, saveRowsIn, updateRows } from '@florin/database';
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Cause } from '../domain/cause.ts';
import { changeStartedBy, type SubscriptionEvent } from '../domain/subscription/events.ts';
import type { Stored } from '../domain/subscription/model.ts';
import { dueAtOf, type Subscription } from '../domain/subscription/model.ts';
import { fromJsonText, toJsonText } from '../json-text.ts';
import {
  type CustomerFilter,
  ofCustomer,
  ofEmail,
  type PageRequest,
  pageOrder,
  selectSoldOrPaid,
} from '../lists.ts';
import type { BillingTables, SubscriptionRow } from '../schema.ts';

type Tx = Transaction<BillingTables>;

export async function findSubscription(
  db: Kysely<BillingTables>,
  id: Uuid,
): Promise<Stored | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toStored(row);
}

/** The subscriptions that exist, by id. */
export async function findSubscriptions(
  db: Kysely<BillingTables>,
  ids: readonly Uuid[],
): Promise<readonly Stored[]> {
  return (await selectThese(db, ids).execute()).map(toStored);
}

/** Locks a subscription until the transaction ends. */
export async function lockSubscription(tx: Tx, id: Uuid): Promise<Stored | undefined> {
  return (await lockSubscriptions(tx, [id]))[0];
}

/** Locks the subscriptions that exist, by id. */
export async function lockSubscriptions(tx: Tx, ids: readonly Uuid[]): Promise<readonly Stored[]> {
  return (await selectThese(tx, ids).forNoKeyUpdate().execute()).map(toStored);
}

function selectThese(db: Kysely<BillingTables>, ids: readonly Uuid[]) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .orderBy('id');
}

const idColumn: Column<Stored> = ['id', 'uuid', ({ subscription }) => subscription.id];
const changingColumns: readonly Column<Stored>[] = [
  ['version', 'bigint', ({ version }) => version],
  ['status', 'text', ({ subscription }) => subscription.status],
  ['plan_id', 'text', ({ subscription }) => subscription.plan.id],
  ['is_charging', 'boolean', ({ subscription }) => subscription.charging !== null],
  ['state', 'json text', ({ subscription }) => toJsonText(subscription)],
  ['history_length', 'bigint', ({ historyLength }) => historyLength],
  ['due_at', 'timestamptz', ({ subscription }) => dueAtOf(subscription)],
  ['updated_at', 'timestamptz', ({ updatedAt }) => updatedAt],
];
const INSERT = insertRows<Stored>('subscriptions', [
  idColumn,
  ['seller_id', 'uuid', ({ subscription }) => subscription.sellerId],
  ['payer_account_id', 'uuid', ({ subscription }) => subscription.payerAccountId],
  ['customer_id', 'uuid', ({ subscription }) => subscription.customerId],
  ['test_clock_id', 'uuid', ({ subscription }) => subscription.testClockId],
  ['created_at', 'timestamptz', ({ subscription }) => subscription.createdAt],
  ...changingColumns,
]);
/** Due work keeps the lease of a subscription until its charge has an outcome. */
const RELEASE_LEASE = `leased_until = case when row.is_charging then subscriptions.leased_until
                                    else '-infinity' end`;
const UPDATE = updateRows('subscriptions', [idColumn], changingColumns, RELEASE_LEASE);

export function insertSubscriptions(tx: Tx, stored: readonly Stored[]): Promise<void> {
  return saveRowsIn(tx, INSERT, stored);
}

/** Saves subscriptions that this transaction has locked. */
export function updateSubscriptions(tx: Tx, stored: readonly Stored[]): Promise<void> {
  return saveRowsIn(tx, UPDATE, stored);
}

/** Replaces the add-ons of these subscriptions. */
export async function saveAddOns(tx: Tx, subscriptions: readonly Subscription[]): Promise<void> {
  if (subscriptions.length === 0) return;
  const ids = subscriptions.map(({ id }) => id);
  const rows = subscriptions.flatMap(({ id, addOns = [] }) =>
    addOns.map(({ plan }) => ({ planId: plan.id, id })),
  );
  await tx
    .deleteFrom('subscription_add_ons')
    .where('subscription_id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute();
  await sql`
    insert into subscription_add_ons (plan_id, subscription_id)
    select * from unnest(${rows.map(({ planId }) => planId)}::text[],
                         ${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
}

/** A step of a subscription's history, from which its state can be rebuilt. */
export interface NewHistoryEntry {
  readonly subscriptionId: Uuid;
  readonly sequence: number;
  readonly event: SubscriptionEvent;
  readonly cause: Cause;
}

const APPEND = insertRows<NewHistoryEntry>('subscription_history', [
  ['subscription_id', 'uuid', ({ subscriptionId }) => subscriptionId],
  ['sequence', 'bigint', ({ sequence }) => sequence],
  ['type', 'text', ({ event }) => event.type],
  ['body', 'json text', ({ event }) => toJsonText(event)],
  ['request_id', 'text', ({ cause }) => cause.requestId],
  ['idempotency_key', 'text', ({ cause }) => cause.idempotencyKey],
  ['happened_at', 'timestamptz', ({ event }) => event.at],
  ['change_id', 'uuid', ({ event }) => firstOf(event)],
]);

export function appendHistory(tx: Tx, entries: readonly NewHistoryEntry[]): Promise<void> {
  return saveRowsIn(tx, APPEND, entries);
}

/** Retries of a charge belong to the change that started it. */
function firstOf(event: SubscriptionEvent): Uuid | null {
  if (event.type === 'charge_started' && event.charging.attempt > 1) return null;
  return changeStartedBy(event) ?? null;
}

export function toStored(row: Selectable<SubscriptionRow>): Stored {
  return {
    // State from before test clocks lacks this field.
    subscription: { ...fromJsonText<Subscription>(row.state), testClockId: row.test_clock_id },
    version: Number(row.version),
    historyLength: Number(row.history_length),
    updatedAt: row.updated_at.getTime(),
  };
}

/** A step of a subscription's history, with the request that caused it. */
export interface HistoryEntry {
  readonly event: SubscriptionEvent;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** Oldest first; a subscription makes a few entries in a period. */
export async function listHistory(
  db: Kysely<BillingTables>,
  subscriptionId: Uuid,
): Promise<readonly HistoryEntry[]> {
  const rows = await db
    .selectFrom('subscription_history')
    .select(['body', 'request_id', 'idempotency_key'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('sequence')
    .execute();
  return rows.map(({ body, request_id, idempotency_key }) => ({
    event: fromJsonText<SubscriptionEvent>(body),
    requestId: request_id,
    idempotencyKey: idempotency_key,
  }));
}

/** The subscription of a change. */
export async function findChanged(
  db: Kysely<BillingTables>,
  changeId: Uuid,
): Promise<Uuid | undefined> {
  const row = await db
    .selectFrom('subscription_history')
    .select('subscription_id')
    .where('change_id', '=', changeId)
    .executeTakeFirst();
  return row?.subscription_id;
}

export interface SubscriptionFilter extends PageRequest {
  readonly customer: CustomerFilter | undefined;
  readonly plans: readonly string[] | undefined;
  readonly status: string | undefined;
  /** Null matches no clock. */
  readonly testClockId: Uuid | null | undefined;
  readonly email: string | undefined;
}

/** The condition that a further item, not the plan, is one of these. */
function withAddOn(plans: readonly string[]): RawBuilder<boolean> {
  return sql`plan_id <> all(${plans}::text[]) and id in (
    select subscription_id from subscription_add_ons where plan_id = any(${plans}::text[]))`;
}

/** In paging order, without subscriptions that are still being created. */
export async function selectSubscriptions(
  db: Kysely<BillingTables>,
  filter: SubscriptionFilter,
  rowsMax: number,
): Promise<readonly Stored[]> {
  const { customer, email, plans, status, testClockId } = filter;
  const condition = sql<boolean>`${ofCustomer(customer, filter)} and ${ofEmail(email, filter)}
    and status <> 'incomplete'
    and ${status === undefined ? sql`true` : sql`status = ${status}`}
    and ${testClockId === undefined ? sql`true` : sql`test_clock_id = ${testClockId}::uuid`}`;
  const select = (more: RawBuilder<boolean>) =>
    selectSoldOrPaid('subscriptions', filter, sql`${condition} and ${more}`, rowsMax);
  const page =
    plans === undefined
      ? select(sql`true`)
      : sql`(select * from (${select(sql`plan_id = any(${plans}::text[])`)}) of_plan)
            union all (select * from (${select(withAddOn(plans))}) of_add_on)
            order by ${pageOrder(filter)} limit ${rowsMax}`;
  const { rows } = await sql<Selectable<SubscriptionRow>>`${page}`.execute(db);
  return rows.map(toStored);
}
