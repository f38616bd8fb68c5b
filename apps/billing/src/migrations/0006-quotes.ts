import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Quoted prices of changes; valid for ten minutes, deleted later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quotes (
      id uuid primary key,
      subscription_id uuid not null references subscriptions,
      body text not null,
      created_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`create index quotes_age on quotes (created_at)`.execute(db);
  await sql`grant select, insert, delete on quotes to ${sql.id(appRoleOf('billing'))}`.execute(db);
}
