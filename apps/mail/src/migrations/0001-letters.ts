import {
  type Accepted,
  appRoleOf,
  createInbox,
  createLeases,
  renameParkedEvents,
} from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'no release before has this service: the names that go are of tables that this very migration makes',
};

/** Queued emails, and the mailbox of development mode. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('mail');
  await sql`
    create table letters (
      id uuid primary key,
      cause_id uuid not null,
      kind text not null,
      account_id uuid not null,
      receiver text,
      values json not null,
      status text not null default 'waiting'
        check (status in ('waiting', 'sent', 'dropped', 'failed')),
      attempts int not null default 0,
      due_at timestamptz(3) not null default now(),
      reason text,
      created_at timestamptz(3) not null default now(),
      ended_at timestamptz(3),
      check ((status = 'waiting') = (ended_at is null))
    )`.execute(db);
  await sql`
    create unique index letters_once
      on letters (cause_id, kind, coalesce(receiver, ''))`.execute(db);
  await sql`create index letters_due on letters (due_at) where status = 'waiting'`.execute(db);
  await sql`create index letters_ended on letters (ended_at) where status <> 'waiting'`.execute(db);
  await sql`
    create table mailbox (
      id uuid primary key,
      receiver text not null,
      raw bytea not null,
      received_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`grant select, insert, update, delete on letters to ${sql.id(app)}`.execute(db);
  await sql`grant select, insert, delete on mailbox to ${sql.id(app)}`.execute(db);
  await createInbox(db, app);
  await renameParkedEvents(db, app);
  await createLeases(db, app);
}
