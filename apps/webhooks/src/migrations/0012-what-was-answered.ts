import { type Kysely, sql } from 'kysely';

/** What a receiver said when it refused, for whoever looks why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column answer text`.execute(db);
}
