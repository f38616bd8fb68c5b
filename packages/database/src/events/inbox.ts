import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import { executeNamed } from '../connection/execute-named.ts';
import { inBackground } from '../connection/in-background.ts';
import { toIdArray } from '../rows/binary-arrays.ts';

export interface InboxTables {
  inbox: { consumer: string; event_id: string; received_at: Generated<Date> };
  dead_letters: {
    position: Generated<bigint>;
    consumer: string;
    /** Null if the message could not be parsed. */
    event_id: string | null;
    aggregate_id: string | null;
    body: Buffer;
    /** Digest of the body, so that a redelivered message is stored once. */
    digest: Generated<Buffer>;
    reason: string;
    created_at: Generated<Date>;
  };
}

/** Records events as seen; returns the ids of the new ones. */
export async function insertInbox(
  tx: Transaction<InboxTables>,
  consumer: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ event_id: string }>`
    insert into inbox (consumer, event_id)
    select ${consumer}, id from unnest(${toIdArray(eventIds)}::uuid[]) id order by id
    on conflict do nothing
    returning event_id`.execute(tx);
  return new Set(rows.map((row) => row.event_id));
}

/**
 * Deletes events that can no longer be redelivered. Scans only the oldest `rowsMax`: ids are
 * UUIDv7, so they are in time order.
 */
export async function pruneInbox(
  db: Kysely<InboxTables>,
  consumer: string,
  keptDays: number,
  rowsMax: number,
): Promise<bigint> {
  const { numAffectedRows } = await inBackground(db, (tx) =>
    sql`
    delete from inbox
     where consumer = ${consumer}
       and event_id in (select event_id from inbox where consumer = ${consumer}
                         order by event_id limit ${rowsMax})
       and received_at < now() - ${keptDays} * interval '1 day'`.execute(tx),
  );
  return numAffectedRows ?? 0n;
}

/** Events that a consumer cannot handle now. */
export interface SetAside {
  /** Aggregates with a dead letter; their later events wait. */
  readonly aggregateIds: ReadonlySet<string>;
  /** Events that are dead letters themselves. */
  readonly eventIds: ReadonlySet<string>;
}

/** Returns which of these events and aggregates a consumer has set aside. */
export async function findSetAside(
  tx: Transaction<InboxTables>,
  consumer: string,
  events: readonly { readonly id: string; readonly aggregate_id: string }[],
): Promise<SetAside> {
  const ids = toIdArray(events.map((event) => event.id));
  const aggregateIds = toIdArray(events.map(aggregateOf));
  const rows = await executeNamed(
    tx,
    sql<{ aggregate_id: string; event_ids: string[] | null }>`
    select aggregate_id,
           array_agg(event_id::text) filter (where event_id = any(${ids}::uuid[])) as event_ids
      from dead_letters
     where consumer = ${consumer} and aggregate_id = any(${aggregateIds}::uuid[])
     group by aggregate_id`,
  );
  return {
    aggregateIds: new Set(rows.map(aggregateOf)),
    eventIds: new Set(rows.flatMap(({ event_ids }) => event_ids ?? [])),
  };
}

const aggregateOf = ({ aggregate_id }: { readonly aggregate_id: string }) => aggregate_id;

export interface DeadLetter {
  readonly eventId: string | null;
  readonly aggregateId: string | null;
  readonly body: Uint8Array;
  readonly reason: string;
}

/** Stores an unhandled message for an operator to inspect and retry. */
export async function insertDeadLetter(
  tx: Transaction<InboxTables>,
  consumer: string,
  message: DeadLetter,
): Promise<void> {
  // The reason may quote any input, but Postgres rejects NUL and lone surrogates.
  const reason = message.reason.replaceAll('\0', '\ufffd').toWellFormed();
  await sql`
    insert into dead_letters (consumer, event_id, aggregate_id, body, reason)
    values (${consumer}, ${message.eventId}, ${message.aggregateId},
            ${Buffer.from(message.body)}, ${reason})
    on conflict do nothing`.execute(tx);
}

export interface DeadLetterRow {
  readonly position: bigint;
  readonly event_id: string | null;
  readonly aggregate_id: string | null;
  readonly reason: string;
  readonly created_at: Date;
}

/** Dead letters whose retry failed, and their aggregates, which keep waiting. */
export interface PassedOver {
  readonly positions: readonly bigint[];
  readonly aggregateIds: readonly string[];
}

/** A consumer's dead letters, oldest first, except skipped ones. */
export async function listDeadLetters(
  db: Kysely<InboxTables>,
  consumer: string,
  rowsMax: number,
  { positions, aggregateIds }: PassedOver = { positions: [], aggregateIds: [] },
): Promise<readonly DeadLetterRow[]> {
  const { rows } = await sql<DeadLetterRow>`
    select position, event_id, aggregate_id, reason, created_at from dead_letters
     where consumer = ${consumer} and position <> all(${positions}::bigint[])
       and (aggregate_id is null or aggregate_id <> all(${aggregateIds}::uuid[]))
     order by position limit ${rowsMax}`.execute(db);
  return rows;
}

/** Deletes and returns a dead letter; undefined if another process was faster. */
export async function takeDeadLetter(
  tx: Transaction<InboxTables>,
  position: bigint,
): Promise<Buffer | undefined> {
  const row = await tx
    .deleteFrom('dead_letters')
    .where('position', '=', position)
    .returning('body')
    .executeTakeFirst();
  return row?.body;
}

/** Part of the first migration of every service that consumes events. */
export async function createInbox(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`
    create table inbox (
      consumer text not null,
      event_id uuid not null,
      received_at timestamptz(3) not null default now(),
      primary key (consumer, event_id)
    )`.execute(db);
  await sql`
    create table parked_events (
      position bigint generated always as identity primary key,
      consumer text not null,
      event_id uuid,
      aggregate_id uuid,
      body bytea not null,
      digest bytea not null generated always as (sha256(body)) stored,
      reason text not null,
      parked_at timestamptz(3) not null default now(),
      unique (consumer, digest)
    )`.execute(db);
  await sql`create index parked_events_aggregate on parked_events (consumer, aggregate_id)`.execute(
    db,
  );
  const role = sql.id(appRole);
  await sql`grant select, insert, delete on inbox, parked_events to ${role}`.execute(db);
}

/**
 * Later migration: renames the dead-letter table. A writable view keeps the old name for services
 * of the previous version during a rolling update.
 */
export async function renameParkedEvents(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`alter table parked_events rename to dead_letters`.execute(db);
  await sql`alter table dead_letters rename column parked_at to created_at`.execute(db);
  await sql`alter index parked_events_aggregate rename to dead_letters_aggregate`.execute(db);
  await sql`
    create view parked_events as
    select position, consumer, event_id, aggregate_id, body, digest, reason, created_at as parked_at
      from dead_letters`.execute(db);
  await sql`grant select, insert, delete on parked_events to ${sql.id(appRole)}`.execute(db);
}
