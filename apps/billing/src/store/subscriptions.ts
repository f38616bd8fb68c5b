import type { Uuid } from '@florin/contracts';
import { type Column, insertRows, saveRowsIn, toTimestamp, updateRows } from '@florin/database';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { changeBegunBy } from '../domain/changes.ts';
import { dueAtOf } from '../domain/due.ts';
import type { SubscriptionEvent } from '../domain/event.ts';
import type { Cause, Stored } from '../domain/public-events.ts';
import type { Subscription } from '../domain/subscription.ts';
import { fromJsonText, toJsonText } from './json-text.ts';
import type { BillingTables, SubscriptionRow } from './schema.ts';

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

/** Those of them that there are, in the order of their ids. */
export async function findSubscriptions(
  db: Kysely<BillingTables>,
  ids: readonly Uuid[],
): Promise<readonly Stored[]> {
  return (await selectThese(db, ids).execute()).map(toStored);
}

/** Keeps a subscription from being changed by anybody else until the transaction ends. */
export async function lockSubscription(tx: Tx, id: Uuid): Promise<Stored | undefined> {
  return (await lockSubscriptions(tx, [id]))[0];
}

/** Likewise several, those that there are, in the order of their ids. */
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
  ['due_at', 'timestamptz', ({ subscription }) => toTimestamp(dueAtOf(subscription))],
  ['updated_at', 'timestamptz', ({ updatedAt }) => toTimestamp(updatedAt)],
];
const INSERT = insertRows<Stored>('subscriptions', [
  idColumn,
  ['seller_id', 'uuid', ({ subscription }) => subscription.sellerId],
  ['payer_account_id', 'uuid', ({ subscription }) => subscription.payerAccountId],
  ['customer_id', 'uuid', ({ subscription }) => subscription.customerId],
  ['test_clock_id', 'uuid', ({ subscription }) => subscription.testClockId],
  ['created_at', 'timestamptz', ({ subscription }) => toTimestamp(subscription.createdAt)],
  ...changingColumns,
]);
/** Whoever works on what is due keeps a subscription until its charge has an outcome. */
const LET_GO = `leased_until = case when row.is_charging then subscriptions.leased_until
                                    else '-infinity' end`;
const UPDATE = updateRows('subscriptions', [idColumn], changingColumns, LET_GO);

export function insertSubscriptions(tx: Tx, stored: readonly Stored[]): Promise<void> {
  return saveRowsIn(tx, INSERT, stored);
}

/** Saves subscriptions that this transaction has locked. */
export function updateSubscriptions(tx: Tx, stored: readonly Stored[]): Promise<void> {
  return saveRowsIn(tx, UPDATE, stored);
}

/** A step of a subscription's history, from which it can be built again. */
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
  ['happened_at', 'timestamptz', ({ event }) => toTimestamp(event.at)],
  ['change_id', 'uuid', ({ event }) => firstOf(event)],
]);

export function appendHistory(tx: Tx, entries: readonly NewHistoryEntry[]): Promise<void> {
  return saveRowsIn(tx, APPEND, entries);
}

/** Retries of a charge belong to the change that has begun before. */
function firstOf(event: SubscriptionEvent): Uuid | null {
  if (event.type === 'charge_started' && event.charging.attempt > 1) return null;
  return changeBegunBy(event) ?? null;
}

export function toStored(row: Selectable<SubscriptionRow>): Stored {
  return {
    // What was written before there were clocks does not mention one.
    subscription: { ...fromJsonText<Subscription>(row.state), testClockId: row.test_clock_id },
    version: Number(row.version),
    historyLength: Number(row.history_length),
    updatedAt: row.updated_at.getTime(),
  };
}
