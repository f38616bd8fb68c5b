import { timeOfId } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { InboxTables } from './events/inbox.ts';
import type { OutboxTables } from './events/outbox.ts';
import type { LeaseTables } from './leases/leases.ts';
import type { SagaTables } from './sagas/sagas.ts';

/** Counts stop here, which keeps the query short. */
export const COUNTED_MAX = 100_000;

export interface OutboxMeasure {
  /** Unpublished events, counted up to COUNTED_MAX. */
  readonly backlog: number;
  /** Age of the oldest one in seconds; 0 if there is none. */
  readonly ageSeconds: number;
}

export async function measureOutbox(db: Kysely<OutboxTables>): Promise<OutboxMeasure> {
  const { rows } = await sql<{ backlog: bigint; oldest: string | null; now_ms: string }>`
    with waiting as (
      select position, event_id from outgoing_events
       where position = any (array(select unnest(missing) from outbox_cursor))
      union all
      select * from (
        select position, event_id from outgoing_events
         where position > (select position from outbox_cursor)
         order by position limit ${COUNTED_MAX}) behind
    )
    select count(*) as backlog,
           (array_agg(event_id order by position))[1] as oldest,
           extract(epoch from clock_timestamp()) * 1000 as now_ms
      from waiting`.execute(db);
  const { backlog = 0n, oldest = null, now_ms = '0' } = rows[0] ?? {};
  return { backlog: Number(backlog), ageSeconds: ageOf(oldest, now_ms) };
}

/** For a sharded service: the total backlog and the highest age. */
export async function measureOutboxes(
  outboxes: readonly Kysely<OutboxTables>[],
): Promise<OutboxMeasure> {
  const measures = await Promise.all(outboxes.map(measureOutbox));
  return {
    backlog: measures.reduce((sum, { backlog }) => sum + backlog, 0),
    ageSeconds: Math.max(0, ...measures.map(({ ageSeconds }) => ageSeconds)),
  };
}

/** Age of an id in seconds by the database's clock; 0 for null. */
function ageOf(oldest: string | null, nowMs: string): number {
  return oldest === null ? 0 : Math.max(0, (Number(nowMs) - timeOfId(oldest)) / 1000);
}

export interface SagaMeasure {
  /** Unfinished saga runs, counted up to COUNTED_MAX. */
  readonly open: number;
  /** Age of the oldest run in seconds; 0 if there is none. */
  readonly ageSeconds: number;
}

export async function measureSagas(db: Kysely<SagaTables>): Promise<SagaMeasure> {
  const { rows } = await sql<{ open: bigint; oldest: string | null; now_ms: string }>`
    select (select count(*) from (
              select from saga_runs
               where finished_at is null limit ${COUNTED_MAX}) unended) as open,
           (select id from saga_runs where finished_at is null order by id limit 1) oldest,
           extract(epoch from clock_timestamp()) * 1000 as now_ms`.execute(db);
  const { open = 0n, oldest = null, now_ms = '0' } = rows[0] ?? {};
  return { open: Number(open), ageSeconds: ageOf(oldest, now_ms) };
}

/** Dead letters per consumer, counted up to COUNTED_MAX in total. */
export async function countDeadLetters(
  db: Kysely<InboxTables>,
): Promise<readonly { readonly consumer: string; readonly letters: number }[]> {
  const { rows } = await sql<{ consumer: string; letters: bigint }>`
    select consumer, count(*) as letters
      from (select consumer from dead_letters limit ${COUNTED_MAX}) counted
     group by consumer`.execute(db);
  return rows.map(({ consumer, letters }) => ({ consumer, letters: Number(letters) }));
}

/** Every lease with its seconds until expiry; negative once it has expired. */
export async function listLeases(
  db: Kysely<LeaseTables>,
): Promise<readonly { readonly name: string; readonly secondsLeft: number }[]> {
  const { rows } = await sql<{ name: string; left: string }>`
    select name, extract(epoch from expires_at - clock_timestamp()) as left from leases`.execute(
    db,
  );
  return rows.map(({ name, left }) => ({ name, secondsLeft: Number(left) }));
}
