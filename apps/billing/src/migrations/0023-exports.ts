import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/**
 * Files that are written in the background piece by piece, so that a process can stop in between.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    create table exports (
      id uuid primary key,
      account_id uuid not null,
      type text not null,
      format text not null,
      span_from timestamptz(3) not null,
      span_until timestamptz(3) not null,
      timezone text not null,
      status text not null check (status in ('pending', 'running', 'succeeded', 'failed')),
      rows bigint not null default 0,
      bytes bigint not null default 0,
      pieces integer not null default 0,
      place text,
      attempts integer not null default 0,
      failure text,
      link_key text not null,
      leased_until timestamptz(3) not null default '-infinity',
      created_at timestamptz(3) not null default clock_timestamp(),
      finished_at timestamptz(3),
      check ((status in ('succeeded', 'failed')) = (finished_at is not null))
    )`.execute(db);
  await sql`create index exports_account on exports (account_id, id)`.execute(db);
  await sql`
    create index exports_due on exports (leased_until) where status in ('pending', 'running')`.execute(
    db,
  );
  await sql`create index exports_finished on exports (finished_at)`.execute(db);
  await sql`
    create table export_pieces (
      export_id uuid not null references exports on delete cascade,
      number integer not null,
      bytes bytea not null,
      primary key (export_id, number)
    )`.execute(db);
  await sql`grant select, insert, update, delete on exports, export_pieces to ${role}`.execute(db);
}
