import { inBackground } from '@florin/database';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { CreditNote } from '../../domain/invoice/credit-note.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import type { Buyer } from '../../domain/parties.ts';
import { toCreditNote } from '../../invoicing/credit-notes/queries.ts';
import { toInvoice } from '../../invoicing/invoices/queries.ts';
import type { BillingTables, CreditNoteRow, InvoiceRow } from '../../schema.ts';
import { nextOf, type Wanted } from './rows.ts';

type Span = Pick<Wanted, 'accountId' | 'from' | 'until' | 'place'>;

/** A page of the invoices issued in a span, by id; without drafts. */
export async function readInvoices(
  db: Kysely<BillingTables>,
  { accountId, from, until, place }: Span,
  limit: number,
): Promise<{ readonly items: readonly Invoice[]; readonly next: string | null }> {
  const { rows } = await inBackground(db, (tx) =>
    sql<Selectable<InvoiceRow>>`
      select * from invoice_documents
       where seller_id = ${accountId} and finalized_at >= ${new Date(from)}
         and finalized_at < ${new Date(until)} and status <> 'draft'
         and ${place === null ? sql`true` : sql`id > ${place}`}
       order by id limit ${limit}`.execute(tx),
  );
  return { items: rows.map(toInvoice), next: nextOf(rows, limit) };
}

/** A page of the credit notes issued in a span, by id. */
export async function readCreditNotes(
  db: Kysely<BillingTables>,
  { accountId, from, until, place }: Span,
  limit: number,
): Promise<{ readonly items: readonly CreditNote[]; readonly next: string | null }> {
  const { rows } = await inBackground(db, (tx) =>
    sql<Selectable<CreditNoteRow>>`
      select * from credit_notes
       where seller_id = ${accountId} and status = 'issued' and issued_at >= ${new Date(from)}
         and issued_at < ${new Date(until)} and ${place === null ? sql`true` : sql`id > ${place}`}
       order by id limit ${limit}`.execute(tx),
  );
  return { items: rows.map(toCreditNote), next: nextOf(rows, limit) };
}

/** The customer of a row. */
export interface BuyerColumns {
  readonly customer: string;
  readonly customer_country: string | null;
  /** Separated by spaces. */
  readonly customer_vat_ids: string | null;
}

/** The customer as the document shows it. */
export function buyerColumns({
  parties,
  customerReference,
}: Pick<Invoice, 'parties' | 'customerReference'>): BuyerColumns {
  return columnsOf(parties?.buyer ?? undefined, customerReference);
}

/** A customer, who is named by the reference without a company or a name. */
export function columnsOf(
  buyer: Pick<Buyer, 'company' | 'name' | 'address' | 'taxIds'> | undefined,
  reference: string,
): BuyerColumns {
  const vatIds = (buyer?.taxIds ?? []).filter(({ type }) => type === 'vat');
  return {
    customer: buyer?.company ?? buyer?.name ?? reference,
    customer_country: buyer?.address?.country ?? null,
    customer_vat_ids: vatIds.length === 0 ? null : vatIds.map(({ value }) => value).join(' '),
  };
}

/** All items of a span, read page by page. */
export async function* each<Item>(
  read: (
    db: Kysely<BillingTables>,
    span: Span,
    limit: number,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
  db: Kysely<BillingTables>,
  { keepOn, ...span }: Wanted,
  limit: number,
): AsyncGenerator<Item> {
  let place: string | null = null;
  do {
    const { items, next } = await read(db, { ...span, place }, limit);
    await keepOn();
    yield* items;
    place = next;
  } while (place !== null);
}
