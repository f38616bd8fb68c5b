import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the previous release reads and writes neither the new tables nor the new view',
};

/**
 * Credit that sellers grant, take back and let expire. The view replaces `all_credit_entries`, which
 * the previous release reads: each of its entries has an invoice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    create table credit_adjustments (
      position bigint not null unique default nextval('credit_entries_position_seq'),
      id uuid primary key,
      seller_id uuid not null,
      holder_id uuid not null,
      currency text not null,
      kind text not null check (kind in ('adjusted', 'expired')),
      amount bigint not null check (amount <> 0),
      balance_after bigint not null check (balance_after >= 0),
      reason text,
      expires_at timestamptz(3),
      grant_id uuid references credit_adjustments,
      created_at timestamptz(3) not null,
      check ((kind = 'adjusted') = (reason is not null)),
      check ((kind = 'expired') = (grant_id is not null)),
      check (kind = 'adjusted' or amount < 0),
      check (expires_at is null or (kind = 'adjusted' and amount > 0))
    )`.execute(db);
  await sql`
    create index credit_adjustments_holder on credit_adjustments (holder_id, position)`.execute(db);
  await sql`
    create table credit_expiries (
      grant_id uuid primary key references credit_adjustments,
      seller_id uuid not null,
      holder_id uuid not null,
      currency text not null,
      expires_at timestamptz(3) not null,
      ended_at timestamptz(3),
      leased_until timestamptz(3) not null default '-infinity'
    )`.execute(db);
  await sql`
    create index credit_expiries_due on credit_expiries (expires_at) where ended_at is null`.execute(
    db,
  );
  await sql`create index credit_expiries_holder on credit_expiries (holder_id)`.execute(db);
  await sql`
    create view credit_changes as
      select position, id, seller_id, holder_id, currency, kind, amount, balance_after,
             subscription_id, invoice_id, credit_note_id, cause, null as reason,
             null::timestamptz as expires_at, null::uuid as grant_id, created_at
        from all_credit_entries
       union all
      select position, id, seller_id, holder_id, currency, kind, amount, balance_after,
             null::uuid, null::uuid, null::uuid,
             case kind when 'adjusted' then 'manual' else 'expiry' end, reason,
             expires_at, grant_id, created_at
        from credit_adjustments`.execute(db);
  // The history of credit is append-only.
  await sql`grant select, insert on credit_adjustments to ${role}`.execute(db);
  await sql`grant select, insert, update (ended_at, leased_until) on credit_expiries to ${role}`.execute(
    db,
  );
  await sql`grant select on credit_changes to ${role}`.execute(db);
}
