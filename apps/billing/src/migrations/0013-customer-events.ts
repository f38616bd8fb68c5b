import { type Kysely, sql } from 'kysely';

/** How many events a customer has; those of versions that told of none have 0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column version bigint not null default 0`.execute(db);
}
