import type { ServiceName } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import { appRoleOf } from '../migrations/provision-service.ts';

/**
 * SQL functions that list, create, drop and restore the months of a table partitioned by UUIDv7
 * ids. They run as the schema's owner, so the service needs no DDL rights.
 */
export async function createMonthFunctions(
  db: Kysely<unknown>,
  service: ServiceName,
): Promise<void> {
  for (const create of [timesOfIds, months, triggers, make, drop, restore, attach])
    await create(db, sql`security definer set search_path = ${sql.id(service)}, pg_temp`);
  const app = sql.id(appRoleOf(service));
  for (const name of GRANTED) {
    await sql`revoke all on function ${sql.raw(name)} from public`.execute(db);
    await sql`grant execute on function ${sql.raw(name)} to ${app}`.execute(db);
  }
}

const GRANTED = [
  'months_of(text)',
  'make_months(text, integer)',
  'drop_month(text, text)',
  'restore_month(text, text)',
  'attach_month(text, text, uuid, uuid)',
];

type Create = (db: Kysely<unknown>, asOwner: ReturnType<typeof sql>) => Promise<unknown>;

/** A UUIDv7 begins with 48 bits of milliseconds. */
const timesOfIds: Create = async (db) => {
  await sql`
    create function first_id_of(instant timestamptz) returns uuid language sql immutable as $$
      select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-0000-0000-000000000000')::uuid
        from lpad(to_hex((extract(epoch from instant) * 1000)::bigint), 12, '0') hex
    $$`.execute(db);
  await sql`
    create function instant_of(id uuid) returns timestamptz language sql immutable as $$
      select timestamptz 'epoch' + ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint
                                   * interval '1 millisecond'
    $$`.execute(db);
};

/** The first month has no lower bound: its `starts` is null. */
const months: Create = (db, asOwner) =>
  sql`
    create function months_of(parent text) returns table (name text, starts uuid, ends uuid)
    language sql stable ${asOwner} as $$
      select relname::text, (regexp_match(bound, 'FROM \\(''([0-9a-f-]+)''\\)'))[1]::uuid,
             (regexp_match(bound, 'TO \\(''([0-9a-f-]+)''\\)'))[1]::uuid
        from pg_inherits join pg_class on pg_class.oid = inhrelid,
             pg_get_expr(relpartbound, inhrelid) bound
       where inhparent = to_regclass(parent)
       order by 3
    $$`.execute(db);

/** A partition inherits row triggers, but no statement triggers. */
const triggers: Create = (db) =>
  sql`
    create function guard_month(parent text, month text) returns void language plpgsql as $$
    declare definition text;
    begin
      for definition in
        select pg_get_triggerdef(oid) from pg_trigger
         where tgrelid = parent::regclass and not tgisinternal and tgtype & 1 = 0
      loop
        execute replace(definition, format(' ON %I.%I ', current_schema, parent),
                        format(' ON %I.%I ', current_schema, month));
      end loop;
    end $$`.execute(db);

/** Attaching a table takes a weaker lock than creating a partition, so writers continue. */
const make: Create = (db, asOwner) =>
  sql`
    create function make_months(parent text, months_ahead integer) returns void
    language plpgsql ${asOwner} set timezone = 'UTC' as $$
    declare
      newest text;
      bound uuid;
      month timestamptz;
    begin
      perform pg_advisory_xact_lock(hashtext(current_schema || ' months of ' || parent));
      loop
        select name, ends into newest, bound from months_of(parent) order by ends desc limit 1;
        month := instant_of(bound);
        exit when month > date_trunc('month', now()) + make_interval(months => months_ahead);
        declare
          name text := parent || to_char(month, '_YYYY_MM');
        begin
          -- Like another month: what is unique is so within one, which the whole has no index for.
          execute format('create table %I (like %I including all)', name, newest);
          execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                         parent, name, bound, first_id_of(month + interval '1 month'));
          perform guard_month(parent, name);
        end;
      end loop;
    end $$`.execute(db);

/** The caller checks in the same transaction that these rows are no longer needed. */
const drop: Create = (db, asOwner) =>
  sql`
    create function drop_month(parent text, month text) returns void
    language plpgsql ${asOwner}
    -- Dropping locks the whole table, and whoever comes after waits with it. It can be done later.
    set lock_timeout = '100ms' as $$
    declare
      oldest record;
    begin
      execute format('lock table %I in access exclusive mode', parent);
      -- Another process was faster.
      if to_regclass(month) is null then return; end if;
      select * into oldest from months_of(parent) order by ends limit 1;
      if month is distinct from oldest.name then
        raise exception '% is not the oldest month of %, which is %', month, parent, oldest.name;
      end if;
      if oldest.ends > first_id_of(now() - interval '45 days') then
        raise exception '% has not ended for 45 days: what is in it can be published again', month;
      end if;
      execute format('drop table %I', month);
    end $$`.execute(db);

/** A standalone table into which the service may insert. */
const restore: Create = (db, asOwner) =>
  sql`
    create function restore_month(parent text, month text) returns void
    language plpgsql ${asOwner} as $$
    declare
      newest text;
    begin
      select name into newest from months_of(parent) order by ends desc limit 1;
      execute format('create table %I (like %I including all)', 'restored_' || month, newest);
      execute format('grant select, insert on %I to %I', 'restored_' || month, session_user);
    end $$`.execute(db);

/** Only directly before the oldest month, so that no gap rejects events. */
const attach: Create = (db, asOwner) =>
  sql`
    create function attach_month(parent text, month text, starts uuid, ends uuid) returns void
    language plpgsql ${asOwner} set lock_timeout = '500ms' as $$
    declare
      oldest record;
    begin
      select * into oldest from months_of(parent) order by months_of.ends limit 1;
      if ends is distinct from oldest.starts then
        raise exception '% does not end where %, the oldest month, begins: restore the newest first',
          month, oldest.name;
      end if;
      execute format('revoke all on %I from %I', 'restored_' || month, session_user);
      execute format('alter table %I rename to %I', 'restored_' || month, month);
      execute format('alter table %I attach partition %I for values from (%s) to (%L)',
                     parent, month, coalesce(quote_literal(starts), 'minvalue'), ends);
      perform guard_month(parent, month);
    end $$`.execute(db);
