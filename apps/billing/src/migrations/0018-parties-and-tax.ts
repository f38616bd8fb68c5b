import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Seller and buyer on invoices, taxes of sales, and number series. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    create table seller_profiles (
      account_id uuid primary key,
      profile text not null,
      logo_hash text,
      updated_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  // Invoices keep the logo that they were issued with, so a logo never changes.
  await sql`
    create table logos (
      account_id uuid not null,
      hash text not null,
      media_type text not null check (media_type in ('image/png', 'image/jpeg')),
      bytes bytea not null,
      primary key (account_id, hash)
    )`.execute(db);
  await sql`
    create table tax_rates (
      id uuid primary key,
      account_id uuid not null,
      name text not null,
      percentage text not null,
      country text not null,
      region text,
      tax_class text not null,
      valid_from date,
      valid_until date,
      created_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  // An operator's own tax rates, instead of Florin's: one row, or none.
  await sql`
    create table tax_tables (
      is_current boolean primary key default true check (is_current),
      body text not null,
      updated_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`create index tax_rates_account on tax_rates (account_id, id)`.execute(db);
  await sql`
    create table document_series (
      seller_id uuid not null,
      series text not null,
      last_number bigint not null,
      primary key (seller_id, series)
    )`.execute(db);
  await sql`alter table customers add column details text not null default '{}'`.execute(db);
  await sql`
    alter table plans
      add column tax_class text not null default 'standard',
      add column tax_behavior text`.execute(db);
  await sql`
    alter table invoices
      add column parties text,
      add column document_number text`.execute(db);
  await sql`
    grant select, insert, update on seller_profiles, tax_rates, document_series to ${role}`.execute(
    db,
  );
  await sql`grant select, insert, update, delete on tax_tables to ${role}`.execute(db);
  await sql`grant select, insert on logos to ${role}`.execute(db);
}
