import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Invoice } from '../domain/invoice.ts';
import { toInvoice } from './invoices.ts';
import { type CustomerFilter, ofCustomer, type PageRequest, selectSoldOrPaid } from './pages.ts';
import type { BillingTables, InvoiceRow } from './schema.ts';

export interface InvoiceFilter extends PageRequest {
  readonly customer: CustomerFilter | undefined;
  /** Null names no subscription. */
  readonly subscriptionId: Uuid | null | undefined;
  readonly status: string | undefined;
}

/** In the direction of travel. */
export async function listInvoices(
  db: Kysely<BillingTables>,
  filter: InvoiceFilter,
  rowsMax: number,
): Promise<readonly Invoice[]> {
  const { customer, subscriptionId, status } = filter;
  const condition = sql<boolean>`${ofCustomer(customer, filter)}
    and ${subscriptionId === undefined ? sql`true` : sql`subscription_id = ${subscriptionId}`}
    and ${status === undefined ? sql`true` : sql`status = ${status}`}`;
  const page = selectSoldOrPaid('invoices', filter, condition, rowsMax);
  const { rows } = await sql<Selectable<InvoiceRow>>`${page}`.execute(db);
  return rows.map(toInvoice);
}
