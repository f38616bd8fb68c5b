import { type Accepted, allowOutboxRedaction, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'older code never reads the new table, and changes no email of an invitation',
};

/** Users whose personal data was erased, so that a repeated erasure finds them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('identity');
  const role = sql.id(app);
  await sql`
    create table anonymized_users (
      user_id uuid primary key,
      account_id uuid,
      anonymized_at timestamptz(3) not null
    )`.execute(db);
  await sql`grant select, insert on anonymized_users to ${role}`.execute(db);
  await sql`grant update (email) on invitations to ${role}`.execute(db);
  await allowOutboxRedaction(db, app);
}
