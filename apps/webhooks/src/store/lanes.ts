import type { Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Standing } from '../domain/breaker.ts';
import type { WebhooksTables } from './schema.ts';

type Tx = Transaction<WebhooksTables>;

/** A turn to work for one endpoint. */
export interface Lane {
  readonly endpointId: Uuid;
  readonly failures: number;
}

/**
 * Takes endpoints that have something due, the longest waiting first, and keeps other processes
 * from them for as long as a turn may last.
 */
export async function takeLanes(
  db: Kysely<WebhooksTables>,
  countMax: number,
  leaseMs: number,
): Promise<readonly Lane[]> {
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

/** Lets these endpoints be worked for at once, or when they are no longer left alone. */
export async function callLanes(tx: Tx, endpointIds: readonly Uuid[]): Promise<void> {
  if (endpointIds.length === 0) return;
  // Always writes the row: so that a turn which is about to end sees what is new.
  await sql`
    update lanes set due_at = least(due_at, greatest(now(), paused_until))
     where endpoint_id in (
       select endpoint_id from lanes where endpoint_id = any(${endpointIds}::uuid[])
        order by endpoint_id for update)`.execute(tx);
}

/** Keeps whoever adds deliveries waiting, so that `endTurn` misses none of them. */
export async function lockLane(tx: Tx, endpointId: Uuid): Promise<void> {
  await sql`select from lanes where endpoint_id = ${endpointId} for update`.execute(tx);
}

/** Ends a turn: the next one is when the next delivery is due, unless it is left alone longer. */
export async function endTurn(
  tx: Tx,
  endpointId: Uuid,
  { failures, pauseMs }: Standing,
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

/** Nothing is sent to it any more, until somebody calls it. */
export async function closeLane(tx: Tx, endpointId: Uuid): Promise<void> {
  await sql`
    update lanes set due_at = 'infinity', leased_until = null, failures = 0, paused_until = null
     where endpoint_id = ${endpointId}`.execute(tx);
}
