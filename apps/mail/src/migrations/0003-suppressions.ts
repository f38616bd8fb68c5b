import {
  type Accepted,
  addSentHash,
  addTraceToOutbox,
  appRoleOf,
  createIdempotencyKeys,
  createOutbox,
  moveOutboxToCursor,
} from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'no release before has this service, nor an outbox in it that older code would write',
};

/** Suppressed addresses, hourly counts of accounts, and events about suppressions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('mail');
  await createIdempotencyKeys(db, app);
  await addSentHash(db);
  await createOutbox(db, app);
  await addTraceToOutbox(db);
  await moveOutboxToCursor(db, app);
  await sql`
    create table suppressions (
      id uuid primary key,
      account_id uuid,
      email text not null,
      reason text not null check (reason in ('bounce', 'complaint', 'unsubscribed')),
      created_at timestamptz(3) not null default now(),
      check ((account_id is null) = (reason <> 'unsubscribed'))
    )`.execute(db);
  await sql`
    create unique index suppressions_once on suppressions
      (email, coalesce(account_id, '00000000-0000-0000-0000-000000000000'::uuid))`.execute(db);
  await sql`create index suppressions_account on suppressions (account_id, id)`.execute(db);
  await sql`
    create table unsubscribe_links (
      token text primary key,
      account_id uuid not null,
      email text not null,
      unique (account_id, email)
    )`.execute(db);
  await sql`
    create table account_hours (
      account_id uuid,
      hour timestamptz(0),
      sent int not null,
      primary key (account_id, hour)
    )`.execute(db);
  await sql`grant select, insert, update, delete on account_hours to ${sql.id(app)}`.execute(db);
  await sql`
    grant select, insert, delete on suppressions, unsubscribe_links to ${sql.id(app)}`.execute(db);
}
