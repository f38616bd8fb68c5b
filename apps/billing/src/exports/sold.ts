import type { Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { CreditNote } from '../credit-notes/model.ts';
import { toCreditNote } from '../credit-notes/queries.ts';
import type { Invoice } from '../invoices/model.ts';
import { toInvoice } from '../invoices/queries.ts';
import type { BillingTables, CreditNoteRow, InvoiceRow } from '../schema.ts';

interface Span {
  readonly accountId: Uuid;
  /** Milliseconds since 1970; `until` is not included. */
  readonly from: number;
  readonly until: number;
  readonly place: string | null;
}

/** A page of the invoices that were issued in a span, by their ids; drafts are none. */
export async function readInvoices(
  db: Kysely<BillingTables>,
  { accountId, from, until, place }: Span,
  limit: number,
): Promise<{ readonly invoices: readonly Invoice[]; readonly next: string | null }> {
  const { rows } = await inBackground(db, (tx) =>
    sql<Selectable<InvoiceRow>>`
      select * from all_invoices
       where seller_id = ${accountId} and finalized_at >= ${new Date(from)}
         and finalized_at < ${new Date(until)} and status <> 'draft'
         and ${place === null ? sql`true` : sql`id > ${place}`}
       order by id limit ${limit}`.execute(tx),
  );
  return { invoices: rows.map(toInvoice), next: nextOf(rows, limit) };
}

/** Likewise of credit notes. */
export async function readCreditNotes(
  db: Kysely<BillingTables>,
  { accountId, from, until, place }: Span,
  limit: number,
): Promise<{ readonly notes: readonly CreditNote[]; readonly next: string | null }> {
  const { rows } = await inBackground(db, (tx) =>
    sql<Selectable<CreditNoteRow>>`
      select * from credit_notes
       where seller_id = ${accountId} and status = 'issued' and issued_at >= ${new Date(from)}
         and issued_at < ${new Date(until)} and ${place === null ? sql`true` : sql`id > ${place}`}
       order by id limit ${limit}`.execute(tx),
  );
  return { notes: rows.map(toCreditNote), next: nextOf(rows, limit) };
}

function nextOf(rows: readonly { readonly id: string }[], limit: number): string | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}

interface Walk extends Span {
  /** Called with each page; throws once nobody wants the next one. */
  readonly keepOn: () => Promise<void>;
}

/** Every invoice of a span, in pages of so many. */
export async function* eachInvoice(
  db: Kysely<BillingTables>,
  span: Walk,
  limit: number,
): AsyncGenerator<Invoice> {
  let place: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readInvoices>> = await readInvoices(
      db,
      { ...span, place },
      limit,
    );
    await span.keepOn();
    yield* page.invoices;
    place = page.next;
  } while (place !== null);
}

/** Likewise every credit note. */
export async function* eachCreditNote(
  db: Kysely<BillingTables>,
  span: Walk,
  limit: number,
): AsyncGenerator<CreditNote> {
  let place: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readCreditNotes>> = await readCreditNotes(
      db,
      { ...span, place },
      limit,
    );
    await span.keepOn();
    yield* page.notes;
    place = page.next;
  } while (place !== null);
}
