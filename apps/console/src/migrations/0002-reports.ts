import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Daily sums of money moved, and recurring revenue: no list of another service provides them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('console'));
  await sql`
    create table money_days (
      account_id uuid,
      day date,
      currency text,
      money_in bigint not null,
      money_out bigint not null,
      transactions_in bigint not null,
      transactions_out bigint not null,
      failed_payments bigint not null,
      primary key (account_id, day, currency)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index money_days_of_all on money_days (day)`.execute(db);
  await sql`
    create table recurring (
      subscription_id uuid primary key,
      account_id uuid not null,
      sequence bigint not null,
      currency text not null,
      -- Minor units a month; 0 while nothing is charged.
      amount bigint not null
    )`.execute(db);
  await sql`
    create table recurring_days (
      account_id uuid,
      day date,
      currency text,
      amount_change bigint not null,
      count_change bigint not null,
      primary key (account_id, day, currency)
    )`.execute(db);
  await sql`create index recurring_days_of_all on recurring_days (day)`.execute(db);
  await sql`
    grant select, insert, update on money_days, recurring, recurring_days to ${app}`.execute(db);
}
