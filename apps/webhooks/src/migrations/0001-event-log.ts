import { appRoleOf, createInbox, createLeases } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** The public event log, in one order per account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('webhooks');
  await sql`
    create table account_sequences (
      account_id uuid primary key,
      last_sequence bigint not null
    )`.execute(db);
  await sql`
    create table events (
      id uuid primary key,
      account_id uuid,
      sequence bigint,
      type text not null,
      created_at timestamptz(3) not null,
      data json not null,
      request json not null,
      unique (account_id, sequence),
      -- What happens outside any account is kept, but in nobody's order.
      check ((account_id is null) = (sequence is null))
    )`.execute(db);
  await sql`grant select, insert, update on account_sequences to ${sql.id(app)}`.execute(db);
  await sql`grant select, insert on events to ${sql.id(app)}`.execute(db);
  await createInbox(db, app);
  await createLeases(db, app);
}
