import { type Kysely, sql } from 'kysely';

/**
 * The move of a dispute's money in progress, which is completed whatever the bank decides
 * meanwhile. Existing disputes have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table disputes add column begun text`.execute(db);
}
