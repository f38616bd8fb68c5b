import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'a trigger keeps older code from taking an event for new that the log has without a row of the inbox',
};

/**
 * The log itself detects duplicates, and stores the time of arrival; only older versions use the
 * inbox.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column received_at timestamptz(3)`.execute(db);
  // As a separate statement, so that existing rows keep null.
  await sql`alter table events alter column received_at set default now()`.execute(db);
  await sql`
    create function skip_known_event() returns trigger language plpgsql
      set search_path from current as $$
    begin
      if exists (select from events where id = new.event_id)
         or exists (select from audited_operations where id = new.event_id) then
        return null;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger inbox_skip_known before insert on inbox
      for each row execute function skip_known_event()`.execute(db);
}
