import type { Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhooksTables } from '../schema.ts';
import type { BackoffState } from './model.ts';

type Tx = Transaction<WebhooksTables>;

/** The queue of an endpoint (table `lanes`), leased by this process. */
export interface EndpointQueue {
  readonly endpointId: Uuid;
  readonly failures: number;
}

/**
 * Leases the queues of endpoints with something due, the longest waiting first, for as long as a
 * batch may take.
 */
export async function leaseQueues(
  db: Kysely<WebhooksTables>,
  countMax: number,
  leaseMs: number,
): Promise<readonly EndpointQueue[]> {
  const { rows } = await sql<{ endpoint_id: Uuid; failures: number }>`
    update lanes set leased_until = now() + ${leaseMs} * interval '1 millisecond'
     where endpoint_id in (
       select endpoint_id from lanes
        where due_at <= now() and (leased_until is null or leased_until < now())
        order by due_at limit ${countMax}
          for update skip locked)
    returning endpoint_id, failures`.execute(db);
  return rows.map((row) => ({ endpointId: row.endpoint_id, failures: row.failures }));
}

/** Makes the queues of these endpoints due at once, or at the end of their pause. */
export async function wakeQueues(tx: Tx, endpointIds: readonly Uuid[]): Promise<void> {
  if (endpointIds.length === 0) return;
  // Always writes the row, so that a batch which is about to end sees the new deliveries.
  await sql`
    update lanes set due_at = least(due_at, greatest(now(), paused_until))
     where endpoint_id in (
       select endpoint_id from lanes where endpoint_id = any(${endpointIds}::uuid[])
        order by endpoint_id for update)`.execute(tx);
}

/** Makes transactions that add deliveries wait, so that `releaseQueue` misses none. */
export async function lockQueue(tx: Tx, endpointId: Uuid): Promise<void> {
  await sql`select from lanes where endpoint_id = ${endpointId} for update`.execute(tx);
}

/** Releases a queue: it is due with its next delivery, or at the end of a longer pause. */
export async function releaseQueue(
  tx: Tx,
  endpointId: Uuid,
  { failures, pauseMs }: BackoffState,
): Promise<void> {
  await sql`
    update lanes
       set failures = ${failures},
           leased_until = null,
           paused_until = case when ${pauseMs} > 0
                               then now() + ${pauseMs} * interval '1 millisecond' end,
           due_at = coalesce(
             greatest(
               (select min(next_attempt_at) from deliveries
                 where endpoint_id = ${endpointId} and status = 'pending'),
               case when ${pauseMs} > 0
                    then now() + ${pauseMs} * interval '1 millisecond' end),
             'infinity')
     where endpoint_id = ${endpointId}`.execute(tx);
}

/** Stops a queue until it is woken. */
export async function closeQueue(tx: Tx, endpointId: Uuid): Promise<void> {
  await sql`
    update lanes set due_at = 'infinity', leased_until = null, failures = 0, paused_until = null
     where endpoint_id = ${endpointId}`.execute(tx);
}
