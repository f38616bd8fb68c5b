import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gateway_leases (
      gateway_id uuid primary key,
      acknowledged bigint not null,
      renewals bigint not null,
      renewed_at timestamptz(3) not null
    )`.execute(db);
  await sql`
    grant select, insert, update, delete on gateway_leases
       to ${sql.id(appRoleOf('identity'))}`.execute(db);
}
