import { type Kysely, type Selectable, sql } from 'kysely';
import { type Customer, toCustomer } from './customers.ts';
import { onPage, type PageRequest, pageOrder } from './pages.ts';
import type { BillingTables, CustomerRow } from './schema.ts';

export interface CustomerListFilter extends PageRequest {
  readonly externalId: string | undefined;
}

/** In the direction of travel. */
export async function listCustomers(
  db: Kysely<BillingTables>,
  filter: CustomerListFilter,
  rowsMax: number,
): Promise<readonly Customer[]> {
  const { span, externalId } = filter;
  const { rows } = await sql<Selectable<CustomerRow>>`
    select * from customers
     where ${span === 'all' ? sql`true` : sql`account_id = ${span}`} and ${onPage(filter)}
       and ${externalId === undefined ? sql`true` : sql`external_id = ${externalId}`}
     order by ${pageOrder(filter)} limit ${rowsMax}`.execute(db);
  return rows.map(toCustomer);
}
