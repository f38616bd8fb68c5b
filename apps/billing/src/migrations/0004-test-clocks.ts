import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'older than the rule: nobody reads or writes `subscriptions` until its indexes are made, which takes long where it is large',
};

/** Test clocks, which stand still until they are advanced, and the subscriptions that use them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table test_clocks (
      id uuid primary key,
      account_id uuid not null,
      now_at timestamptz(3) not null,
      target_at timestamptz(3),
      advance_id uuid,
      created_at timestamptz(3) not null default clock_timestamp(),
      check ((target_at is null) = (advance_id is null))
    )`.execute(db);
  await sql`create index test_clocks_account on test_clocks (account_id, id)`.execute(db);
  await sql`
    alter table subscriptions add column test_clock_id uuid references test_clocks`.execute(db);
  // Real due work skips subscriptions with a test clock, and clocks skip all others.
  await sql`drop index subscriptions_due`.execute(db);
  await sql`
    create index subscriptions_due on subscriptions (due_at)
     where due_at is not null and test_clock_id is null`.execute(db);
  await sql`
    create index subscriptions_test_clock on subscriptions (test_clock_id, due_at, id)
     where test_clock_id is not null`.execute(db);
  const role = sql.id(appRoleOf('billing'));
  await sql`grant select, insert, update on test_clocks to ${role}`.execute(db);
}
