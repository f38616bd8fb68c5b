import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/**
 * Functions that create and drop partitions. They run as the schema's owner, so that the service
 * itself cannot change tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Attaching a table takes a weaker lock than creating it in place, so writers continue.
  await sql`
    create function make_partition(parent text, suffix text, lower text, upper text) returns void
    language plpgsql as $$
    declare name text := parent || '_' || suffix;
    begin
      if to_regclass(name) is not null then return; end if;
      execute format('create table %I (like %I including all)', name, parent);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)',
                     parent, name, lower, upper);
      if parent = 'entries' then
        -- The triggers of rows come with the parent, those of statements do not.
        execute format('create trigger no_truncate before truncate on %I
                        for each statement execute function refuse_change()', name);
      end if;
    end $$`.execute(db);
  // UUIDv7 begins with 48 bits of milliseconds.
  await sql`
    create function first_id_at(instant timestamptz) returns text language sql immutable as $$
      select quote_literal(
        substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-0000-0000-000000000000')
      from lpad(to_hex((extract(epoch from instant) * 1000)::bigint), 12, '0') hex
    $$`.execute(db);
  await sql`
    create function make_partitions(months_ahead integer, days_ahead integer) returns void
    language plpgsql security definer set search_path = ledger, pg_temp set timezone = 'UTC' as $$
    declare
      month timestamptz := date_trunc('month', now(), 'UTC');
      parent text;
      is_first boolean;
    begin
      perform pg_advisory_xact_lock(hashtext('ledger partitions'));
      foreach parent in array array['transactions', 'entries'] loop
        is_first := not exists (select from pg_inherits where inhparent = parent::regclass);
        for ahead in 0..months_ahead loop
          perform make_partition(
            parent,
            to_char(month + make_interval(months => ahead), 'YYYY_MM'),
            case when is_first and ahead = 0 then 'minvalue'
                 else first_id_at(month + make_interval(months => ahead)) end,
            first_id_at(month + make_interval(months => ahead + 1)));
        end loop;
      end loop;
      for ahead in 0..days_ahead loop
        perform make_partition(
          'replies',
          to_char(current_date + ahead, 'YYYY_MM_DD'),
          quote_literal(current_date + ahead),
          quote_literal(current_date + ahead + 1));
      end loop;
    end $$`.execute(db);
  await sql`
    create function drop_old_replies(kept_days integer) returns integer
    language plpgsql security definer set search_path = ledger, pg_temp set timezone = 'UTC'
    -- Dropping locks the whole table, and whoever comes after waits with it. It can be done later.
    set lock_timeout = '100ms' as $$
    declare partition text; dropped integer := 0;
    begin
      for partition in
        select inhrelid::regclass::text from pg_inherits
         where inhparent = 'replies'::regclass
           and to_date(right(inhrelid::regclass::text, 10), 'YYYY_MM_DD') < current_date - kept_days
      loop
        execute format('drop table %I', partition);
        dropped := dropped + 1;
      end loop;
      return dropped;
    end $$`.execute(db);
  const app = sql.id(appRoleOf('ledger'));
  for (const name of ['make_partitions(integer, integer)', 'drop_old_replies(integer)']) {
    await sql`revoke all on function ${sql.raw(name)} from public`.execute(db);
    await sql`grant execute on function ${sql.raw(name)} to ${app}`.execute(db);
  }
  await sql`select make_partitions(3, 7)`.execute(db);
}
