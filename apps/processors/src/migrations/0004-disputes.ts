import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Disputed charges, and the money set aside for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table disputes (
      id uuid primary key,
      version bigint not null,
      account_id uuid not null,
      payment_id uuid not null,
      charge_id uuid not null references charges,
      livemode boolean not null,
      reference text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      fee bigint not null,
      reason text not null,
      status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
      evidence_due_at timestamptz(3),
      evidence_submitted_at timestamptz(3),
      withdrawn bigint not null default 0 check (withdrawn between 0 and amount),
      withdrawals integer not null default 0,
      withdrawals_from integer not null default 1,
      ended text check (ended in ('paid', 'returned')),
      work_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      unique (charge_id, reference)
    )`.execute(db);
  await sql`create index disputes_account on disputes (account_id, id)`.execute(db);
  await sql`create index disputes_work on disputes (work_at) where work_at is not null`.execute(db);
  await sql`
    grant select, insert, update on disputes to ${sql.id(appRoleOf('processors'))}`.execute(db);
}
