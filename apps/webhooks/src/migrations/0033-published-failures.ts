import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the trigger only copies a column to its other name, and endpoints are few',
};

/**
 * Renames `failing_told` and `events_told`. A trigger copies each change to the other name, so that
 * older processes read and write the same values.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_endpoints
      add column is_failure_published boolean not null default false,
      add column events_published integer not null default 0`.execute(db);
  await sql`
    update webhook_endpoints
       set is_failure_published = failing_told, events_published = events_told
     where failing_told or events_told > 0`.execute(db);
  await sql`
    create function copy_renamed_columns() returns trigger language plpgsql as $$
    begin
      if new.failing_told <> old.failing_told then
        new.is_failure_published := new.failing_told;
      else
        new.failing_told := new.is_failure_published;
      end if;
      if new.events_told <> old.events_told then
        new.events_published := new.events_told;
      else
        new.events_told := new.events_published;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger webhook_endpoints_renamed before update on webhook_endpoints
       for each row execute function copy_renamed_columns()`.execute(db);
}
