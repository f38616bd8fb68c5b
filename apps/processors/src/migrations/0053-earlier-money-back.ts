import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'reads refunds and disputes of invoices once: no release has had many',
};

/** Refunds and disputes of invoices that billing's books may lack; deleted once recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table earlier_money_back (id uuid primary key, kind text not null)`.execute(db);
  const app = sql.id(appRoleOf('processors'));
  await sql`grant select, delete on earlier_money_back to ${app}`.execute(db);
  await sql`
    insert into earlier_money_back
    select refunds.id, 'refund' from refunds join charges on charges.id = charge_id
     where charges.invoice_id is not null and refunds.status in ('pending', 'succeeded')
    union all
    select disputes.id, 'dispute' from disputes join charges on charges.id = charge_id
     where charges.invoice_id is not null`.execute(db);
}
