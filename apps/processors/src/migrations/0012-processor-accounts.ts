import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Accounts at processors that belong to Florin accounts; each is polled separately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table processor_accounts (
      id uuid primary key,
      account_id uuid not null,
      processor text not null,
      reference text not null,
      livemode boolean not null,
      created_at timestamptz(3) not null default clock_timestamp(),
      unique (account_id, processor),
      unique (processor, reference)
    )`.execute(db);
  await sql`
    grant select, insert, delete on processor_accounts
       to ${sql.id(appRoleOf('processors'))}`.execute(db);
}
