import { type Kysely, sql } from 'kysely';

/**
 * Partitions a table by the month of its UUIDv7 key; existing rows become the first month. Runs
 * outside a transaction, without long locks, and after `createMonthFunctions` (decision 54).
 * @param rights what the service's role `app` may do with the table: `select, insert`
 */
export async function partitionByMonth(
  db: Kysely<unknown>,
  table: string,
  app: string,
  rights: string,
): Promise<void> {
  await sql`select limit_first_month(${table})`.execute(db);
  await sql`select validate_first_month(${table})`.execute(db);
  await sql`select begin_months(${table}, ${app}, ${rights})`.execute(db);
}

/**
 * Functions for each step. Each runs in its own transaction and does nothing if its step is done.
 */
export async function createPartitioningFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function has_months(parent text) returns boolean language sql stable as $$
      select exists (select from pg_partitioned_table where partrelid = to_regclass(parent))
    $$`.execute(db);
  await createLimit(db);
  await sql`
    create function validate_first_month(parent text) returns void language plpgsql as $$
    begin
      if has_months(parent) then return; end if;
      execute format('alter table %I validate constraint before_first_month', parent);
    end $$`.execute(db);
  await createBegin(db);
}

/**
 * Limits the first month, which gets all rows for at least a week: time for the remaining steps,
 * and for fast clocks. Set again after an interruption, since it may have to be a later month.
 */
async function createLimit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function limit_first_month(parent text) returns void language plpgsql
      set lock_timeout = '500ms' set timezone = 'UTC' as $$
    begin
      if has_months(parent) then return; end if;
      execute format(
        'alter table %I drop constraint if exists before_first_month,
                        add constraint before_first_month check (id < %L) not valid',
        parent, first_id_of(date_trunc('month', now() + interval '7 days') + interval '1 month'));
    end $$`.execute(db);
}

/**
 * Renames the table to a month and moves its indexes. The new parent gets the same indexes, row
 * triggers and rights. Unique indexes stay those of a month.
 */
async function createBegin(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function begin_months(parent text, app text, rights text) returns void language plpgsql
      set lock_timeout = '500ms' set timezone = 'UTC' as $$
    declare
      bound uuid;
      first text;
      made text;
      definitions text[];
    begin
      if has_months(parent) then return; end if;
      execute format('lock table %I in access exclusive mode', parent);
      select (regexp_match(pg_get_constraintdef(oid), '''([0-9a-f-]+)''::uuid'))[1] into bound
        from pg_constraint where conrelid = parent::regclass and conname = 'before_first_month';
      first := parent || to_char(instant_of(bound) - interval '1 day', '_YYYY_MM');
      select array_agg(definition) into definitions from (
        select pg_get_indexdef(indexrelid) from pg_index
         where indrelid = parent::regclass and not indisunique
        union all
        select pg_get_triggerdef(oid) from pg_trigger
         where tgrelid = parent::regclass and not tgisinternal) all_of_it (definition);
      execute format('alter table %I rename to %I', parent, first);
      for made in
        select relname from pg_index join pg_class on oid = indexrelid where indrelid = first::regclass
      loop
        execute format('alter index %I rename to %I', made, first || '_' || made);
      end loop;
      for made in
        select tgname from pg_trigger
         where tgrelid = first::regclass and not tgisinternal and tgtype & 1 = 1
      loop
        execute format('drop trigger %I on %I', made, first);
      end loop;
      execute format(
        'create table %I (like %I including defaults including constraints, primary key (id))
           partition by range (id)', parent, first);
      execute format('alter table %I drop constraint before_first_month', parent);
      foreach made in array definitions loop
        -- They say the name of the table as it was.
        if made like 'CREATE INDEX %' then execute made; end if;
      end loop;
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
                     parent, first, bound);
      execute format('alter table %I drop constraint before_first_month', first);
      foreach made in array definitions loop
        if made not like 'CREATE INDEX %' then execute made; end if;
      end loop;
      execute format('revoke all on %I from %I', first, app);
      execute format('grant %s on %I to %I', rights, parent, app);
      perform make_months(parent, 3);
    end $$`.execute(db);
}
