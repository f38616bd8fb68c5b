import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'a trigger that fills columns which older code knows nothing of, and refuses nothing',
};

/**
 * Which request an event is of, in columns: an index of what stands in JSON has it read for each row and
 * each index, which took half of what keeping an event cost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add column request_id text, add column operation text,
                       add column api_key_id uuid`.execute(db);
  // Of a column Postgres knows by itself how much is of which operation.
  await sql`drop statistics events_request_operations_known`.execute(db);
  await fillForOlderVersions(db);
}

/** A process of the version before, beside which this one is rolled out, knows of no such columns. */
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
