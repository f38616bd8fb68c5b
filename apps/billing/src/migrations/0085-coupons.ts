import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import { addInvoiceColumn } from './add-invoice-column.ts';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the previous release reads and writes neither the new tables nor the new column, and creates no discounts',
};

/** Coupons, promotion codes, and the discounts of invoices as JSON text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    create table coupons (
      id uuid primary key,
      account_id uuid not null,
      name text,
      percent_off text,
      amount_off bigint check (amount_off > 0),
      currency text,
      duration text not null check (duration in ('once', 'repeating', 'forever')),
      duration_in_months integer check (duration_in_months > 0),
      product_ids uuid[],
      redeem_by timestamptz(3),
      max_redemptions integer check (max_redemptions > 0),
      times_redeemed integer not null default 0 check (times_redeemed >= 0),
      metadata text not null default '{}',
      deleted_at timestamptz(3),
      created_at timestamptz(3) not null default clock_timestamp(),
      updated_at timestamptz(3) not null default clock_timestamp(),
      check ((percent_off is null) <> (amount_off is null)),
      check ((amount_off is null) = (currency is null)),
      check ((duration = 'repeating') = (duration_in_months is not null)),
      check (max_redemptions is null or times_redeemed <= max_redemptions)
    )`.execute(db);
  await sql`create index coupons_account on coupons (account_id, id)`.execute(db);
  await sql`
    create table promotion_codes (
      id uuid primary key,
      account_id uuid not null,
      coupon_id uuid not null references coupons,
      code text not null,
      is_active boolean not null default true,
      expires_at timestamptz(3),
      max_redemptions integer check (max_redemptions > 0),
      times_redeemed integer not null default 0 check (times_redeemed >= 0),
      customer_id uuid references customers,
      metadata text not null default '{}',
      created_at timestamptz(3) not null default clock_timestamp(),
      updated_at timestamptz(3) not null default clock_timestamp(),
      check (max_redemptions is null or times_redeemed <= max_redemptions)
    )`.execute(db);
  await sql`create index promotion_codes_account on promotion_codes (account_id, id)`.execute(db);
  await sql`create index promotion_codes_coupon on promotion_codes (coupon_id, id)`.execute(db);
  await sql`
    create index promotion_codes_customer on promotion_codes (customer_id)
      where customer_id is not null`.execute(db);
  await sql`
    create unique index promotion_codes_code on promotion_codes (account_id, lower(code))
      where is_active`.execute(db);
  await addInvoiceColumn(db, 'discounts');
  await sql`
    grant select, insert, update (name, metadata, times_redeemed, deleted_at, updated_at)
      on coupons to ${role}`.execute(db);
  await sql`
    grant select, insert, update (is_active, metadata, times_redeemed, updated_at)
      on promotion_codes to ${role}`.execute(db);
}
