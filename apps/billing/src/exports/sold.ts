import { inBackground } from '@florin/database';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { CreditNote } from '../credit-notes/model.ts';
import { toCreditNote } from '../credit-notes/queries.ts';
import type { Invoice } from '../invoices/model.ts';
import { toInvoice } from '../invoices/queries.ts';
import type { BillingTables, CreditNoteRow, InvoiceRow } from '../schema.ts';
import { nextOf, type Wanted } from './rows.ts';

type Span = Pick<Wanted, 'accountId' | 'from' | 'until' | 'place'>;

/** A page of the invoices that were issued in a span, by their ids; drafts are none. */
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

/** Likewise of credit notes. */
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

/** Every invoice, or every credit note, of what is wanted, in pages of so many. */
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
