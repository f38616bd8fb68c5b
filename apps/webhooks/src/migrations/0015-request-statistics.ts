import { type Kysely, sql } from 'kysely';

/**
 * How many requests are of which operation. Of an index of some rows Postgres knows none of that, and would read
 * the whole log of an account for what is rare.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create statistics events_request_operations_known
      on (request->'actor'->>'operation') from events`.execute(db);
}
