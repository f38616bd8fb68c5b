import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Money that leaves accounts and comes back, under permanent keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_movements (
      account_id uuid not null,
      key text not null,
      purpose text not null check (purpose in ('refund', 'dispute', 'payout', 'fee', 'deposit')),
      amount bigint not null check (amount > 0),
      from_settled bigint not null check (from_settled >= 0),
      from_available bigint not null check (from_available >= 0),
      at_once boolean not null,
      status text not null check (status in ('pending', 'succeeded', 'canceled')),
      transaction_id uuid not null,
      primary key (account_id, key),
      check (from_settled + from_available = case purpose when 'deposit' then 0 else amount end),
      check (not at_once or status = 'succeeded')
    )`.execute(db);
  const app = sql.id(appRoleOf('ledger'));
  await sql`grant select, insert on fund_movements to ${app}`.execute(db);
  // Only the status of a movement ever changes.
  await sql`grant update (status) on fund_movements to ${app}`.execute(db);
}
