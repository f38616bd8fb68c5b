import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** The newest row of a seller holds the end of its closed periods. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    create table period_changes (
      position bigint generated always as identity primary key,
      seller_id uuid not null,
      kind text not null check (kind in ('closed', 'reopened')),
      month text not null,
      closed_until timestamptz(3) not null,
      reason text,
      actor text,
      changed_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index period_changes_seller on period_changes (seller_id, position)`.execute(db);
  await sql`grant select, insert on period_changes to ${role}`.execute(db);
}
