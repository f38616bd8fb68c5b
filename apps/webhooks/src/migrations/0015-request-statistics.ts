import { type Kysely, sql } from 'kysely';

/**
 * Statistics on operations. Postgres has none for a partial index, and would scan an account's
 * whole log for a rare operation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create statistics events_request_operations_known
      on (request->'actor'->>'operation') from events`.execute(db);
}
