import { type Kysely, sql, type Transaction } from 'kysely';
import { inBackground } from '../connection/in-background.ts';
import { lockCursor, type OutboxTables, saveCursor } from './outbox.ts';

/** A consumer's progress as last seen by the publisher. */
export interface ConsumerRow {
  readonly consumer: string;
  /** Identity of the stream that `sequence` refers to. */
  readonly stream: string;
  readonly sequence: bigint;
  /** Every event up to this outbox position is handled. */
  readonly position: bigint;
}

/** The consumers' progress, and the position up to which every event is published. */
export async function readProgress(
  db: Kysely<OutboxTables>,
): Promise<{ readonly published: bigint; readonly rows: readonly ConsumerRow[] }> {
  const { rows: cursors } = await sql<{ published: bigint }>`
    select least(position, (select min(each) - 1 from unnest(missing) as each)) as published
      from outbox_cursor`.execute(db);
  const { rows } = await sql<ConsumerRow>`
    select consumer, stream, sequence, position from outbox_consumers`.execute(db);
  return { published: cursors[0]?.published ?? 0n, rows };
}

/** Maps each sequence to a position up to which every event was published by then; 0 if unknown. */
export async function positionsAt(
  db: Kysely<OutboxTables>,
  sequences: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  if (sequences.length === 0) return new Map();
  const { rows } = await sql<{ sequence: bigint; position: bigint }>`
    select asked as sequence,
           coalesce((select max(position) from outbox_checkpoints where sequence <= asked), 0) as position
      from unnest(${sequences}::bigint[]) as asked`.execute(db);
  return new Map(rows.map(({ sequence, position }) => [sequence, position]));
}

/**
 * Stores, at the newest checkpoint, the stream's last sequence once a position is fully published.
 */
export async function noteSequence(
  db: Kysely<OutboxTables>,
  position: bigint,
  sequence: bigint,
): Promise<void> {
  await sql`
    update outbox_checkpoints set sequence = ${sequence}
     where at = (select max(at) from outbox_checkpoints)
       and sequence is null and position <= ${position}`.execute(db);
}

export async function saveProgress(
  db: Kysely<OutboxTables>,
  rows: readonly ConsumerRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into outbox_consumers (consumer, stream, sequence, position)
    select * from unnest(${rows.map(({ consumer }) => consumer)}::text[],
                         ${rows.map(({ stream }) => stream)}::text[],
                         ${rows.map(({ sequence }) => sequence)}::bigint[],
                         ${rows.map(({ position }) => position)}::bigint[])
    on conflict (consumer) do update
       set stream = excluded.stream, sequence = excluded.sequence, position = excluded.position
     where (outbox_consumers.stream, outbox_consumers.sequence, outbox_consumers.position)
           is distinct from (excluded.stream, excluded.sequence, excluded.position)`.execute(db);
}

/** Deletes a consumer's progress, so that no events are retained for it. */
export async function deleteProgress(db: Kysely<OutboxTables>, consumer: string): Promise<void> {
  await sql`delete from outbox_consumers where consumer = ${consumer}`.execute(db);
}

/**
 * Makes the relay republish events that the stream lost, from these consumers' oldest position, and
 * saves their progress in the new stream. Returns each consumer's count of unhandled events.
 */
export async function publishAgain(
  db: Kysely<OutboxTables>,
  rows: readonly ConsumerRow[],
): Promise<ReadonlyMap<string, number>> {
  return inBackground(db, async (tx) => {
    const cursor = await lockCursor(tx);
    const missing = await countBehind(tx, rows, cursor.position);
    let from = cursor.position;
    for (const { position } of rows) if (position < from) from = position;
    await saveCursor(tx, { position: from, missing: [], watched: [], openThen: [] });
    // Republished events get new sequences.
    await sql`update outbox_checkpoints set sequence = null where sequence is not null`.execute(tx);
    await saveProgress(tx, rows);
    return missing;
  });
}

async function countBehind(
  tx: Transaction<OutboxTables>,
  rows: readonly ConsumerRow[],
  published: bigint,
): Promise<ReadonlyMap<string, number>> {
  const { rows: counts } = await sql<{ consumer: string; count: bigint }>`
    select consumer, (select count(*) from outgoing_events
                       where outgoing_events.position > own.position
                         and outgoing_events.position <= ${published}) as count
      from unnest(${rows.map(({ consumer }) => consumer)}::text[],
                  ${rows.map(({ position }) => position)}::bigint[]) as own (consumer, position)`.execute(
    tx,
  );
  return new Map(counts.map(({ consumer, count }) => [consumer, Number(count)]));
}
