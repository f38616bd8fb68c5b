import { allowOutboxRedaction, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Lets the service replace personal data in events and in subscription histories. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('billing');
  await allowOutboxRedaction(db, app);
  await sql`grant update (body) on subscription_history to ${sql.id(app)}`.execute(db);
}
