import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Archived plans. The name can be corrected; price and interval never change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add column archived_at timestamptz(3)`.execute(db);
  await sql`
    grant update (name, archived_at) on plans to ${sql.id(appRoleOf('billing'))}`.execute(db);
}
