import { type Kysely, sql } from 'kysely';

/** Stores the beginning of a receiver's error response, for debugging. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column answer text`.execute(db);
}
