import type { DomainEvent } from '@florin/contracts';
import { currentActor, markAudited } from '@florin/runtime/caller';
import { traceParent } from '@florin/runtime/tracing';
import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import { inBackground } from '../connection/in-background.ts';
import { insertRows, saveRowsIn } from '../rows/columns.ts';

export interface OutboxTables {
  outbox: {
    position: Generated<bigint>;
    event_id: string;
    aggregate_id: string;
    aggregate_sequence: bigint;
    type: string;
    /** The event as JSON text. */
    body: string;
    published_at: Date | null;
    /** The trace in which it was written, in the form of W3C; null where there is none. */
    trace_parent: string | null;
  };
}

/**
 * Writes events in the transaction of their effect. The caller holds the aggregates' row locks,
 * so that positions follow the order of each aggregate's changes.
 */
export async function addToOutbox<Tables extends OutboxTables>(
  tx: Transaction<Tables>,
  events: readonly DomainEvent[],
): Promise<void> {
  const parent = traceParent() ?? null;
  const actor = currentActor();
  await saveRowsIn(
    tx,
    EVENTS,
    events.map((event) => ({ event, actor, parent })),
  );
  if (events.length > 0) markAudited();
}

/** Writes an operation that has no effect to be written with, in a transaction of its own. */
export function recordOperation(db: Kysely<OutboxTables>, operation: DomainEvent): Promise<void> {
  return db.transaction().execute((tx) => addToOutbox(tx, [operation]));
}

interface CausedEvent {
  readonly event: DomainEvent;
  readonly actor: ReturnType<typeof currentActor>;
  readonly parent: string | null;
}

const EVENTS = insertRows<CausedEvent>('outbox', [
  ['event_id', 'uuid', ({ event }) => event.id],
  ['aggregate_id', 'uuid', ({ event }) => event.aggregate_id],
  ['aggregate_sequence', 'bigint', ({ event }) => event.aggregate_sequence],
  ['type', 'text', ({ event }) => event.type],
  [
    'body',
    'json text',
    ({ event, actor }) => JSON.stringify({ ...event, request: { actor, ...event.request } }),
  ],
  ['trace_parent', 'text', ({ parent }) => parent],
]);

export interface OutboxRow {
  readonly position: bigint;
  readonly event_id: string;
  readonly type: string;
  readonly body: string;
  readonly trace_parent: string | null;
}

/**
 * The oldest unpublished events. There is no cursor: a transaction that commits late with an
 * early position is found all the same.
 */
export function listUnpublished(
  db: Kysely<OutboxTables>,
  rowsMax: number,
): Promise<readonly OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .select(['position', 'event_id', 'type', 'body', 'trace_parent'])
    .where('published_at', 'is', null)
    .orderBy('position')
    .limit(rowsMax)
    .execute();
}

export async function markPublished(
  db: Kysely<OutboxTables>,
  positions: readonly bigint[],
): Promise<void> {
  await sql`update outbox set published_at = now() where position = any(${positions}::bigint[])`.execute(
    db,
  );
}

const UNMARKED_AT_ONCE = 10_000;

/**
 * Lets the relay publish again what was published since an instant and is still kept, in its order
 * and before everything newer. Returns how many events that are.
 */
export async function unmarkPublished(db: Kysely<OutboxTables>, since: Date): Promise<number> {
  // All become visible to the relay together: in parts, later ones could get in front.
  return inBackground(db, async (tx) => {
    let count = 0;
    for (let last: bigint | undefined = 0n; last !== undefined; ) {
      const { rows }: { rows: { last: bigint | null; unmarked: bigint }[] } = await sql<{
        last: bigint | null;
        unmarked: bigint;
      }>`
        with part as (
          select position from outbox where position > ${last}
           order by position limit ${UNMARKED_AT_ONCE}
        ), unmarked as (
          update outbox set published_at = null
           where position in (select position from part) and published_at >= ${since}
          returning 1
        )
        select (select max(position) from part) as last,
               (select count(*) from unmarked) as unmarked`.execute(tx);
      count += Number(rows[0]?.unmarked ?? 0n);
      last = rows[0]?.last ?? undefined;
    }
    return count;
  });
}

/**
 * Deletes events that were published longer ago than they are kept. Looks at the oldest `rowsMax`
 * only, so that it costs little when there are none.
 */
export async function deletePublished(
  db: Kysely<OutboxTables>,
  keptDays: number,
  rowsMax: number,
): Promise<bigint> {
  const { numAffectedRows } = await inBackground(db, (tx) =>
    sql`
    delete from outbox
     where position in (select position from outbox order by position limit ${rowsMax})
       and published_at < now() - ${keptDays} * interval '1 day'`.execute(tx),
  );
  return numAffectedRows ?? 0n;
}

/** Part of the first migration of every service that publishes events. */
export async function createOutbox(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`
    create table outbox (
      position bigint generated always as identity primary key,
      event_id uuid not null unique,
      aggregate_id uuid not null,
      aggregate_sequence bigint not null check (aggregate_sequence > 0),
      type text not null,
      body text not null,
      published_at timestamptz(3),
      unique (aggregate_id, aggregate_sequence)
    )`.execute(db);
  await sql`create index outbox_unpublished on outbox (position) where published_at is null`.execute(
    db,
  );
  const role = sql.id(appRole);
  await sql`grant select, insert, delete on outbox to ${role}`.execute(db);
  // Only the mark may change: what was written with an effect stays as it was written.
  await sql`grant update (published_at) on outbox to ${role}`.execute(db);
}

/** A later migration of every service that publishes events. */
export async function addTraceToOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column trace_parent text`.execute(db);
}
