import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/**
 * Ownership of logins, and creators of API keys. Existing logins count as their users' own, since
 * no account can prove a right over them. Existing keys have no known creator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('identity'));
  await sql`
    alter table users
      add column created_by uuid,
      add column has_own_password boolean not null default true`.execute(db);
  await sql`grant update (created_by, has_own_password) on users to ${role}`.execute(db);
  await sql`alter table api_keys add column created_by uuid`.execute(db);
  await sql`alter table recovery_codes add column replayed_at timestamptz(3)`.execute(db);
  await sql`grant update (replayed_at) on recovery_codes to ${role}`.execute(db);
}
