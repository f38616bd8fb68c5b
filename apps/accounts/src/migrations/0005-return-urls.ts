import { type Kysely, sql } from 'kysely';

/** URLs that the payment pages of an account may redirect back to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column return_urls text[] not null default '{}'`.execute(db);
}
