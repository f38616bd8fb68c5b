import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'no release has ever changed or deleted a row of `events`',
};

/** The log is evidence, so no role may change it, not even the owner of the schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the log of events is append-only';
    end $$`.execute(db);
  await sql`
    create trigger events_append_only before update or delete or truncate on events
      for each statement execute function refuse_change()`.execute(db);
}
