import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Refunds, payouts and settlements of the test processor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table test_transfers (
      id uuid primary key,
      kind text not null check (kind in ('refund', 'payout')),
      account_id uuid not null,
      charge_id uuid references test_charges,
      amount bigint not null check (amount > 0),
      currency text not null,
      -- What becomes of it, and when: after the time it is what it was on its way to.
      status text not null check (status in ('pending', 'succeeded', 'failed')),
      next_status text check (next_status in ('succeeded', 'failed')),
      next_at timestamptz(3),
      reason text,
      changed_at timestamptz(3) not null default clock_timestamp(),
      check ((next_status is null) = (next_at is null))
    )`.execute(db);
  await sql`create index test_transfers_charge on test_transfers (charge_id)`.execute(db);
  await sql`create index test_transfers_changed on test_transfers (changed_at)`.execute(db);
  await sql`
    create index test_transfers_next on test_transfers (next_at) where next_at is not null`.execute(
    db,
  );
  await sql`
    create table test_disputes (
      id uuid primary key,
      charge_id uuid not null unique references test_charges,
      amount bigint not null,
      currency text not null,
      status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
      evidence_id uuid,
      due_at timestamptz(3) not null,
      opened_at timestamptz(3) not null default clock_timestamp(),
      changed_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`create index test_disputes_changed on test_disputes (changed_at)`.execute(db);
  await sql`
    create table test_lines (
      position bigint generated always as identity primary key,
      account_id uuid not null,
      kind text not null,
      about text not null,
      gross bigint not null,
      fee bigint not null,
      currency text not null,
      at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`create index test_lines_account on test_lines (account_id, position)`.execute(db);
  await sql`
    grant select, insert, update on test_transfers, test_disputes, test_lines
       to ${sql.id(appRoleOf('processors'))}`.execute(db);
}
