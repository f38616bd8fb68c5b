import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Creating the next key sets until when earlier keys are published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    grant update (published_until) on signing_keys to ${sql.id(appRoleOf('identity'))}`.execute(db);
}
