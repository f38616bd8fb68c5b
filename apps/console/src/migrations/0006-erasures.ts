import { appRoleOf, createErasures } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** The customer of each object, so that it can be erased; null in existing rows until their next event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createErasures(db, appRoleOf('console'));
  await sql`alter table objects add column customer_id uuid`.execute(db);
}
