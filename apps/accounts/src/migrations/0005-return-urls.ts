import { type Kysely, sql } from 'kysely';

/** Where the payment pages of an account may lead back to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column return_urls text[] not null default '{}'`.execute(db);
}
