import type { Uuid } from '@florin/contracts';
import type { Kysely, Selectable, Transaction } from 'kysely';
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

/** Keeps a subscription from being changed by anybody else until the transaction ends. */
export async function lockSubscription(tx: Tx, id: Uuid): Promise<Stored | undefined> {
  const row = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toStored(row);
}

export async function insertSubscription(tx: Tx, stored: Stored): Promise<void> {
  const { id, sellerId, payerAccountId, customerId, testClockId, createdAt } = stored.subscription;
  await tx
    .insertInto('subscriptions')
    .values({
      id,
      seller_id: sellerId,
      payer_account_id: payerAccountId,
      customer_id: customerId,
      test_clock_id: testClockId,
      created_at: new Date(createdAt),
      ...toColumns(stored),
    })
    .execute();
}

/** Saves a subscription that this transaction has locked. */
export async function updateSubscription(tx: Tx, stored: Stored): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set(toColumns(stored))
    .where('id', '=', stored.subscription.id)
    .execute();
}

/** Appends to a subscription's history, from which it can be built again. */
export async function appendHistory(
  tx: Tx,
  subscriptionId: Uuid,
  lengthBefore: number,
  events: readonly SubscriptionEvent[],
  { requestId, idempotencyKey }: Cause,
): Promise<void> {
  await tx
    .insertInto('subscription_history')
    .values(
      events.map((event, index) => ({
        subscription_id: subscriptionId,
        sequence: BigInt(lengthBefore + index + 1),
        type: event.type,
        body: toJsonText(event),
        request_id: requestId,
        idempotency_key: idempotencyKey,
        happened_at: new Date(event.at),
        change_id: firstOf(event),
      })),
    )
    .execute();
}

/** Retries of a charge belong to the change that has begun before. */
function firstOf(event: SubscriptionEvent): Uuid | null {
  if (event.type === 'charge_started' && event.charging.attempt > 1) return null;
  return changeBegunBy(event) ?? null;
}

function toColumns({ subscription, version, historyLength, updatedAt }: Stored) {
  const dueAt = dueAtOf(subscription);
  return {
    version: BigInt(version),
    status: subscription.status,
    plan_id: subscription.plan.id,
    is_charging: subscription.charging !== null,
    state: toJsonText(subscription),
    history_length: BigInt(historyLength),
    due_at: dueAt === null ? null : new Date(dueAt),
    updated_at: new Date(updatedAt),
  };
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
