import { type Kysely, sql } from 'kysely';

/** Number of events of each customer; 0 for customers of versions without customer events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column version bigint not null default 0`.execute(db);
}
