import type { DomainEvent } from '@florin/contracts';
import { currentActor, markAudited } from '@florin/runtime/caller';
import { traceParent } from '@florin/runtime/tracing';
import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import { executeNamed } from '../connection/execute-named.ts';
import { inBackground } from '../connection/in-background.ts';
import { insertRows, saveRowsIn } from '../rows/columns.ts';
import { advance, giveUp, type OutboxCursor } from './outbox-cursor.ts';

export interface OutboxTables {
  /** Append-only. Rows are deleted a month after they were published. */
  outgoing_events: {
    position: Generated<bigint>;
    event_id: string;
    aggregate_id: string;
    aggregate_sequence: bigint;
    type: string;
    /** The event as JSON text. */
    body: string;
    /** W3C `traceparent` of the trace in which the event was written, or null. */
    trace_parent: string | null;
  };
  outbox_cursor: {
    is_only: Generated<boolean>;
    position: bigint;
    missing: bigint[];
    watched: bigint[];
    open_then: string[];
  };
  /**
   * One row a minute: the position up to which everything was published by then, and the stream's
   * last sequence after that, or null if unknown.
   */
  outbox_checkpoints: { at: Generated<Date>; position: bigint; sequence: bigint | null };
}

/**
 * Writes events in the transaction of their effect. The caller holds the aggregates' row locks, so
 * positions follow the order of each aggregate's changes.
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

/** Writes the event of an operation without other effects, in its own transaction. */
export function recordOperation(db: Kysely<OutboxTables>, operation: DomainEvent): Promise<void> {
  return db.transaction().execute((tx) => addToOutbox(tx, [operation]));
}

interface CausedEvent {
  readonly event: DomainEvent;
  readonly actor: ReturnType<typeof currentActor>;
  readonly parent: string | null;
}

const EVENTS = insertRows<CausedEvent>('outgoing_events', [
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
  /** The cursor's position when the event was listed. */
  readonly cursor: bigint;
}

/**
 * The oldest unpublished events: those after the cursor, and those before it that committed late.
 */
export async function listUnpublished(
  db: Kysely<OutboxTables>,
  rowsMax: number,
): Promise<readonly OutboxRow[]> {
  return executeNamed(
    db,
    sql<OutboxRow>`
    select o.position, o.event_id, o.type, o.body, o.trace_parent, c.position as cursor
      from outbox_cursor c cross join lateral (
        (select * from outgoing_events where position = any(c.missing)
          order by position limit ${rowsMax})
        union all
        (select * from outgoing_events where position > c.position
          order by position limit ${rowsMax})
      ) o order by o.position limit ${rowsMax}`,
  );
}

/** Advances the cursor over these events, which are a prefix of the listed ones. */
export async function markPublished(
  db: Kysely<OutboxTables>,
  published: readonly Pick<OutboxRow, 'position' | 'cursor'>[],
): Promise<void> {
  const [first] = published;
  const last = published.at(-1);
  if (!first || !last) return;
  // The common case: no position is missing.
  const isUnbroken = last.position - first.position + 1n === BigInt(published.length);
  if (isUnbroken && (await moveUnbroken(db, first.position, last.position))) return;
  await db.transaction().execute(async (tx) => {
    const cursor = await lockCursor(tx);
    // `republish` moved the cursor back meanwhile; these events are sent again, in order.
    if (cursor.position < first.cursor) return;
    const positions = published.map(({ position }) => position);
    await saveCursor(tx, advance(cursor, positions));
  });
}

async function moveUnbroken(
  db: Kysely<OutboxTables>,
  first: bigint,
  last: bigint,
): Promise<boolean> {
  const [moved] = await executeNamed(
    db,
    sql<{ is_due: boolean }>`
    update outbox_cursor set position = ${last}
     where position = ${first - 1n} and missing = '{}'
    returning not exists (select from outbox_checkpoints where at > now() - interval '1 minute')
           as is_due`,
  );
  // A separate statement, once a minute: Citus rejects an insert that depends on a select.
  if (moved?.is_due) await db.insertInto('outbox_checkpoints').values({ position: last }).execute();
  return moved !== undefined;
}

export async function lockCursor(tx: Transaction<OutboxTables>): Promise<OutboxCursor> {
  const row = await tx
    .selectFrom('outbox_cursor')
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { position, missing, watched } = row;
  // bigint arrays are returned as text.
  return {
    position,
    missing: missing.map(BigInt),
    watched: watched.map(BigInt),
    openThen: row.open_then,
  };
}

export async function saveCursor(
  tx: Transaction<OutboxTables>,
  cursor: OutboxCursor,
): Promise<void> {
  const { position, missing, watched, openThen } = cursor;
  await sql`
    update outbox_cursor
       set position = ${position}, missing = ${missing}::bigint[],
           watched = ${watched}::bigint[], open_then = ${openThen}::text[]`.execute(tx);
}

/**
 * Drops missing positions whose transactions have rolled back (decision 33). Called periodically by
 * the relay; costs one read if none is missing. Returns whether any was missing.
 */
export async function giveUpMissing(db: Kysely<OutboxTables>): Promise<boolean> {
  const { rows } = await sql`select from outbox_cursor where missing <> '{}'`.execute(db);
  if (rows.length === 0) return false;
  await db.transaction().execute(async (tx) => {
    const cursor = await lockCursor(tx);
    const open = await listWriters(tx);
    // Read after the list of writers, so that this snapshot sees all of their commits.
    const found = await tx
      .selectFrom('outgoing_events')
      .select('position')
      .where('position', '=', ({ fn, val }) => fn<bigint>('any', [val(cursor.watched)]))
      .execute();
    await saveCursor(
      tx,
      giveUp(
        cursor,
        open,
        found.map(({ position }) => position),
      ),
    );
  });
  return true;
}

/** Transactions that hold the table lock for writing. */
async function listWriters(tx: Transaction<OutboxTables>): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct virtualtransaction as id from pg_locks
     where relation = 'outgoing_events'::regclass and granted
       and database = (select oid from pg_database where datname = current_database())
       and mode <> 'AccessShareLock'`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Makes the relay republish stored events since an instant, in order and before newer ones; up to a
 * minute earlier than requested. Returns their number.
 */
export async function unmarkPublished(db: Kysely<OutboxTables>, since: Date): Promise<number> {
  return inBackground(db, async (tx) => {
    const cursor = await lockCursor(tx);
    const { rows } = await sql<{ position: bigint; count: bigint }>`
      select position, (select count(*) from outgoing_events o
                         where o.position > start.position and o.position <= ${cursor.position}) count
        from (select coalesce(max(position), 0) as position
                from outbox_checkpoints where at <= ${since}) start`.execute(tx);
    const { position = 0n, count = 0n } = rows[0] ?? {};
    await saveCursor(tx, { position, missing: [], watched: [], openThen: [] });
    return Number(count);
  });
}

/**
 * Deletes published events after their retention, except those to be republished or not yet
 * handled. Scans only the oldest `rowsMax`, so a call without work is cheap.
 */
export async function deletePublished(
  db: Kysely<OutboxTables>,
  keptDays: number,
  rowsMax: number,
): Promise<bigint> {
  return inBackground(db, async (tx) => {
    const { rows } = await sql<{ at: Date; position: bigint }>`
      select at, position from outbox_checkpoints
       where at < now() - ${keptDays} * interval '1 day' order by at desc limit 1`.execute(tx);
    const [last] = rows;
    if (!last) return 0n;
    const { numAffectedRows } = await sql`
      delete from outgoing_events
       where position in (select position from outgoing_events order by position limit ${rowsMax})
         and position <= ${last.position}
         and position <= (select position from outbox_cursor)
         and position <= coalesce((select min(position) from outbox_consumers),
                                  ${last.position})`.execute(tx);
    await tx.deleteFrom('outbox_checkpoints').where('at', '<', last.at).execute();
    return numAffectedRows ?? 0n;
  });
}
