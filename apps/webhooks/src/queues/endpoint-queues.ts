import type { Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BackoffState } from '../domain/delivery.ts';
import type { WebhooksTables } from '../schema.ts';

type Tx = Transaction<WebhooksTables>;

/** The queue of an endpoint (table `endpoint_queues`), leased by this process. */
export interface EndpointQueue {
  readonly endpointId: Uuid;
  readonly accountId: Uuid;
  readonly failures: number;
}

export interface Slots {
  /** Maximum slots of one account, and number of queues to lease. */
  readonly share: number;
  /** Slots in use, by account. */
  readonly held: ReadonlyMap<Uuid, number>;
}

/**
 * Leases queues with due deliveries for the duration of a batch, longest waiting first. Skips
 * queues beyond the share of their account.
 */
export async function leaseQueues(
  db: Kysely<WebhooksTables>,
  { share, held }: Slots,
  leaseMs: number,
): Promise<readonly EndpointQueue[]> {
  const isDue = sql`endpoint_queues.due_at <= now()
    and (endpoint_queues.leased_until is null or endpoint_queues.leased_until < now())`;
  const full = [...held].filter(([, count]) => count >= share).map(([accountId]) => accountId);
  const { rows } = await sql<EndpointQueue>`
    update endpoint_queues set leased_until = now() + ${leaseMs} * interval '1 millisecond'
      from webhook_endpoints
     where webhook_endpoints.id = endpoint_queues.endpoint_id and endpoint_queues.endpoint_id in (
       select endpoint_queues.endpoint_id from endpoint_queues
        where ${isDue} and endpoint_queues.endpoint_id in (
          select endpoint_id from (
            select endpoint_id, account_id,
                   row_number() over (partition by account_id order by due_at) as number
              from (select endpoint_queues.endpoint_id, endpoint_queues.due_at, webhook_endpoints.account_id
                      from endpoint_queues join webhook_endpoints on webhook_endpoints.id = endpoint_queues.endpoint_id
                     where ${isDue} and webhook_endpoints.account_id <> all(${full}::uuid[])
                     order by endpoint_queues.due_at limit ${share}) oldest) numbered
            left join unnest(${[...held.keys()]}::uuid[], ${[...held.values()]}::int[])
                   as held (account_id, count) using (account_id)
           where number + coalesce(count, 0) <= ${share})
          for update skip locked)
    returning endpoint_queues.endpoint_id as "endpointId", webhook_endpoints.account_id as "accountId",
              endpoint_queues.failures`.execute(db);
  return rows;
}

/** Makes the queues of these endpoints due at once, or at the end of their pause. */
export async function wakeQueues(tx: Tx, endpointIds: readonly Uuid[]): Promise<void> {
  if (endpointIds.length === 0) return;
  // Always writes the row, so that a batch about to end sees the new deliveries.
  await sql`
    update endpoint_queues set due_at = least(due_at, greatest(now(), paused_until))
     where endpoint_id in (
       select endpoint_id from endpoint_queues where endpoint_id = any(${endpointIds}::uuid[])
        order by endpoint_id for update)`.execute(tx);
}

/** Makes transactions that add deliveries wait, so that `releaseQueue` misses none. */
export async function lockQueue(tx: Tx, endpointId: Uuid): Promise<void> {
  await sql`select from endpoint_queues where endpoint_id = ${endpointId} for update`.execute(tx);
}

/** Releases a queue, due with its next delivery or at the end of a longer pause. */
export async function releaseQueue(
  tx: Tx,
  endpointId: Uuid,
  { failures, pauseMs }: BackoffState,
): Promise<void> {
  await sql`
    update endpoint_queues
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
    update endpoint_queues set due_at = 'infinity', leased_until = null, failures = 0, paused_until = null
     where endpoint_id = ${endpointId}`.execute(tx);
}
