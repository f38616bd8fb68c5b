import { type Kysely, sql } from 'kysely';

/** Whether a plan sells services or goods. Existing plans sell services. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add column supply text not null default 'services'`.execute(db);
}
