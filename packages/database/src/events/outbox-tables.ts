import { type Kysely, sql } from 'kysely';

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
  // Only the mark may change; events are immutable.
  await sql`grant update (published_at) on outbox to ${role}`.execute(db);
}

/** A later migration of every service that publishes events. */
export async function addTraceToOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column trace_parent text`.execute(db);
}

/**
 * Later migration: replaces the mark in each row, which cost as much as writing the event, by a
 * cursor. A view keeps the old table name for services of the previous version (decision 33).
 */
export async function moveOutboxToCursor(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`alter table outbox rename to outgoing_events`.execute(db);
  await createCursor(db);
  await sql`drop index outbox_unpublished`.execute(db);
  await sql`alter table outgoing_events drop constraint outbox_event_id_key`.execute(db);
  await sql`alter table outgoing_events drop column published_at`.execute(db);
  await createOutboxView(db);
  const role = sql.id(appRole);
  await sql`grant select, update on outbox_cursor to ${role}`.execute(db);
  await sql`grant select, insert, delete on outbox_checkpoints to ${role}`.execute(db);
  await sql`grant select, insert, delete on outbox to ${role}`.execute(db);
  await sql`grant update (published_at) on outbox to ${role}`.execute(db);
}

/** Starts the cursor before the first unpublished event. Later published events are sent again. */
async function createCursor(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox_cursor (
      is_only boolean primary key default true check (is_only),
      position bigint not null,
      missing bigint[] not null default '{}',
      watched bigint[] not null default '{}',
      open_then text[] not null default '{}'
    )
    -- It changes all the time.
    with (fillfactor = 10)`.execute(db);
  await sql`
    insert into outbox_cursor (position)
    select coalesce((select min(position) - 1 from outgoing_events where published_at is null),
                    (select max(position) from outgoing_events), 0)`.execute(db);
  await sql`
    create table outbox_checkpoints (
      at timestamptz(3) primary key default now(),
      position bigint not null
    )`.execute(db);
  await sql`insert into outbox_checkpoints (position) select position from outbox_cursor`.execute(
    db,
  );
}

async function createOutboxView(db: Kysely<unknown>): Promise<void> {
  const columns = sql.raw(
    'position, event_id, aggregate_id, aggregate_sequence, type, body, trace_parent',
  );
  const cursor = sql.raw('(select position from outbox_cursor)');
  const missing = sql.raw('((select missing from outbox_cursor)::bigint[])');
  await sql`
    create view outbox as
    select ${columns}, null::timestamptz(3) as published_at
      from outgoing_events where position > ${cursor}
    union all
    select ${columns}, null from outgoing_events where position = any ${missing}
    union all
    select ${columns}, '-infinity' from outgoing_events
     where position <= ${cursor} and position <> all ${missing}`.execute(db);
  await sql`
    create function write_outbox() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into outgoing_events
               (event_id, aggregate_id, aggregate_sequence, type, body, trace_parent)
        values (new.event_id, new.aggregate_id, new.aggregate_sequence, new.type, new.body,
                new.trace_parent);
        return new;
      elsif tg_op = 'DELETE' then
        return null;
      elsif new.published_at is null then
        raise exception 'a newer version publishes these events: republish by that one';
      end if;
      update outbox_cursor
         set missing = case when old.position = any (missing)
                            then array_remove(missing, old.position)
                            else missing || array(select generate_series(position + 1,
                                                                         old.position - 1)) end,
             position = greatest(position, old.position);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger outbox_of_the_version_before instead of insert or update or delete on outbox
      for each row execute function write_outbox()`.execute(db);
}

/** Later migration of every service that publishes events: progress of each consumer. */
export async function addConsumersToOutbox(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`
    create table outbox_consumers (
      consumer text primary key,
      stream text not null,
      sequence bigint not null,
      position bigint not null
    )
    -- Rows change every few seconds.
    with (fillfactor = 10)`.execute(db);
  await sql`alter table outbox_checkpoints add column sequence bigint`.execute(db);
  const role = sql.id(appRole);
  await sql`grant select, insert, update, delete on outbox_consumers to ${role}`.execute(db);
  await sql`grant update (sequence) on outbox_checkpoints to ${role}`.execute(db);
}
