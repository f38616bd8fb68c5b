import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'a trigger that fills columns which older code knows nothing of, and refuses nothing',
};

/**
 * Columns for the request of an event. Indexes on JSON parse it for each row and index, which took
 * half the cost of storing an event.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add column request_id text, add column operation text,
                       add column api_key_id uuid`.execute(db);
  // Postgres gathers statistics on columns automatically.
  await sql`drop statistics events_request_operations_known`.execute(db);
  await fillForOlderVersions(db);
}

/**
 * For processes of the previous version during a rolling update, which do not set these columns.
 */
async function fillForOlderVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function fill_request() returns trigger language plpgsql as $$
    begin
      new.request_id := new.request->>'id';
      new.operation := new.request->'actor'->>'operation';
      new.api_key_id := (new.request->'actor'->>'api_key_id')::uuid;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger events_fill_request before insert on events
      for each row when (new.request_id is null and new.request->>'id' is not null)
      execute function fill_request()`.execute(db);
}
