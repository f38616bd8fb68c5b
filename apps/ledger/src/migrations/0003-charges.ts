import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Charges of billing, under permanent keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table charges (
      account_id uuid not null,
      key text not null,
      amount bigint not null check (amount > 0),
      transaction_id uuid not null,
      primary key (account_id, key)
    )`.execute(db);
  await sql`grant select, insert on charges to ${sql.id(appRoleOf('ledger'))}`.execute(db);
}
