import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'reads customers and profiles with tax ids once, and writes to a new table alone',
};

/** Queue of VAT IDs to check with a tax office; it starts with all existing ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tax_id_checks (
      account_id uuid not null,
      holder_id uuid not null,
      value text not null,
      tries int not null default 0,
      next_try_at timestamptz(3) not null default clock_timestamp(),
      primary key (holder_id, value)
    )`.execute(db);
  await sql`create index tax_id_checks_next_try_at on tax_id_checks (next_try_at)`.execute(db);
  await sql`grant select, insert, update, delete on tax_id_checks to ${sql.id(appRoleOf('billing'))}`.execute(
    db,
  );
  await sql`
    insert into tax_id_checks (account_id, holder_id, value)
    select account_id, id, tax_id ->> 'value'
      from customers, jsonb_array_elements(details::jsonb -> 'taxIds') as tax_id
     where details like '%"taxIds":[{%' and tax_id ->> 'type' = 'vat'
    union
    select account_id, account_id, tax_id ->> 'value'
      from seller_profiles, jsonb_array_elements(profile::jsonb -> 'taxIds') as tax_id
     where profile like '%"taxIds":[{%' and tax_id ->> 'type' = 'vat'`.execute(db);
}
