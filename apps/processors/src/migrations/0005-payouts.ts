import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'no release has had the tables that get an index: they are empty',
};

/** Payouts of accounts to their banks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payouts (
      id uuid primary key,
      version bigint not null,
      account_id uuid not null,
      merchant_reference text,
      processor text not null,
      livemode boolean not null,
      amount bigint check (amount > 0),
      currency text not null,
      client_reference text,
      metadata json not null,
      -- A reserved one is not there for clients yet: its money has still to be found.
      status text not null check (status in ('reserved', 'pending', 'succeeded', 'failed')),
      failure_reason text,
      reference text,
      transaction_id uuid,
      ask_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      check (status = 'reserved' or (amount is not null and transaction_id is not null))
    )`.execute(db);
  await sql`create index payouts_account on payouts (account_id, id)`.execute(db);
  await sql`create index payouts_ask on payouts (ask_at) where ask_at is not null`.execute(db);
  await sql`create index payouts_reference on payouts (reference) where reference is not null`.execute(
    db,
  );
  await sql`
    create index charges_account on charges (account_id, created_at)
     where status = 'succeeded'`.execute(db);
  await sql`
    grant select, insert, update, delete on payouts to ${sql.id(appRoleOf('processors'))}`.execute(
    db,
  );
}
