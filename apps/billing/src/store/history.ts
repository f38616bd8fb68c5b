import type { Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { SubscriptionEvent } from '../domain/event.ts';
import { fromJsonText } from './json-text.ts';
import type { BillingTables } from './schema.ts';

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

/** The subscription that a change belongs to. */
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
