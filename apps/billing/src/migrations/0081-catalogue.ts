import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'plans are few; the previous release reads, adds, renames and archives them through the view `plans`',
};

/**
 * Products and prices. A plan becomes a recurring price of its own product; it keeps its slug as
 * `lookup_key`. The view and the trigger serve the previous release and end with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    create table products (
      id uuid primary key default gen_random_uuid(),
      position bigint generated always as identity unique,
      account_id uuid not null,
      name text not null,
      description text,
      unit_label text,
      tax_class text not null default 'standard',
      supply text not null default 'services' check (supply in ('services', 'goods')),
      metadata text not null default '{}',
      archived_at timestamptz(3),
      created_at timestamptz(3) not null default clock_timestamp(),
      updated_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`create index products_account on products (account_id, position)`.execute(db);
  await sql`grant select, insert, update, delete on products to ${role}`.execute(db);
  await sql`alter table plans rename to prices`.execute(db);
  await sql`
    alter table prices
      add column id uuid,
      add column product_id uuid,
      add column lookup_key text,
      add column scheme text,
      add column metadata text not null default '{}',
      add column sold_at timestamptz(3),
      add column updated_at timestamptz(3) not null default clock_timestamp(),
      alter column amount drop not null,
      alter column interval drop not null,
      alter column interval_count drop not null`.execute(db);
  await fillPrices(db);
  await sql`
    alter table prices
      alter column id set not null,
      alter column product_id set not null,
      add constraint prices_id unique (id),
      add constraint prices_product foreign key (product_id) references products,
      add constraint prices_amount_or_scheme check ((amount is null) = (scheme is not null)),
      add constraint prices_interval_and_count
        check ((interval is null) = (interval_count is null))`.execute(db);
  await sql`
    create unique index prices_lookup_key on prices (account_id, lookup_key)
      where lookup_key is not null`.execute(db);
  await sql`create index prices_of_product on prices (product_id, position)`.execute(db);
  await sql`grant delete, update (lookup_key, metadata, sold_at, updated_at) on prices to ${role}`.execute(
    db,
  );
  await servePlans(db);
  await sql`grant select, insert, update (name, archived_at) on plans to ${role}`.execute(db);
}

/** One product for each plan. The id of its price is the UUIDv3 of the slug in its account. */
async function fillPrices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function price_id_of(account_id uuid, slug text) returns uuid language sql immutable as $$
      select overlay(overlay(hash placing '3' from 13) placing to_hex(variant & 3 | 8) from 17)::uuid
        from (select md5(uuid_send(account_id) || convert_to(slug, 'UTF8')) as hash) as hashed,
             lateral (select ('x' || substr(hash, 17, 1))::bit(4)::integer as variant) as nibble
    $$`.execute(db);
  await sql`
    update prices
       set id = price_id_of(account_id, slug), lookup_key = slug, product_id = gen_random_uuid(),
           updated_at = created_at, sold_at = created_at`.execute(db);
  await sql`
    insert into products (id, account_id, name, tax_class, supply, created_at, updated_at)
      select product_id, account_id, name, tax_class, supply, created_at, created_at
        from prices order by position`.execute(db);
}

/** A price of whole minor units for each unit and period is a plan. */
async function servePlans(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view plans as
      select position, account_id, slug, name, amount, currency, interval, interval_count,
             tax_class, supply, tax_behavior, created_at, archived_at
        from prices
       where amount is not null and interval is not null`.execute(db);
  await sql`
    create function complete_plan() returns trigger language plpgsql as $$
    begin
      insert into products (account_id, name, tax_class, supply)
        values (new.account_id, new.name, new.tax_class, new.supply)
        returning id into new.product_id;
      new.id := price_id_of(new.account_id, new.slug);
      new.lookup_key := new.slug;
      new.sold_at := clock_timestamp();
      return new;
    end $$`.execute(db);
  await sql`
    create trigger complete_plan before insert on prices
      for each row when (new.product_id is null) execute function complete_plan()`.execute(db);
}
