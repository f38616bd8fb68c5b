import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type Fact, standingAfter, standingOf } from '../../domain/books/model.ts';
import { type IssuedNote, lagsBehind, missingFacts } from '../../domain/invoice/carry-over.ts';
import { documentNumberOf, type Invoice, type InvoiceChange } from '../../domain/invoice/model.ts';
import { postedAt } from '../../domain/period.ts';
import { fromJsonText } from '../../json-text.ts';
import { readClosedUntil } from '../../records/periods-queries.ts';
import type { BillingTables, CreditNoteRow } from '../../schema.ts';
import { findEntries } from '../books/queries.ts';
import { type Booking, recordFacts } from '../books/save.ts';
import { updateInvoices } from './queries.ts';

type Tx = Transaction<BillingTables>;

/** A change and the request that caused it; null if there was no client request. */
export interface CausedChange {
  readonly before: Invoice;
  readonly change: InvoiceChange;
  readonly requestId: string | null;
}

/** Writes the entries of changes; changes of one invoice are in order. */
export async function recordChanges(tx: Tx, changes: readonly CausedChange[]): Promise<void> {
  await recordInOpenPeriods(
    tx,
    changes.flatMap(({ before, change: { invoice, facts }, requestId }) =>
      facts
        ? [toBooking(invoice, before.standing.entries, { at: invoice.updatedAt, facts }, requestId)]
        : [],
    ),
  );
}

/** A month can be closed an hour after its end, so current entries need no check. */
const LATE_MS = 3_600_000;

/** Writes entries; those of a period that was closed meanwhile are dated at its end. */
async function recordInOpenPeriods(tx: Tx, bookings: readonly Booking[]): Promise<void> {
  const late = bookings.filter(({ at }) => at < Date.now() - LATE_MS);
  const closed = new Map<Uuid, number | undefined>();
  for (const sellerId of [...new Set(late.map((booking) => booking.sellerId))].sort())
    closed.set(sellerId, await readClosedUntil(tx, sellerId));
  await recordFacts(
    tx,
    bookings.map((booking) => ({
      ...booking,
      at: postedAt(booking.at, closed.get(booking.sellerId)),
    })),
  );
}

function toBooking(
  invoice: Invoice,
  entriesBefore: number,
  { at, facts }: { readonly at: number; readonly facts: readonly Fact[] },
  requestId: string | null,
): Booking {
  const { id, sellerId, payerAccountId, customerId, currency, parties } = invoice;
  const holderId = payerAccountId ?? customerId;
  if (holderId === null) throw new Error(`invoice ${id} has no customer`);
  return {
    ...{ invoiceId: id, sellerId, holderId, currency, at, requestId, entriesBefore, facts },
    document: documentNumberOf(invoice) ?? '',
    timezone: parties?.seller.timezone ?? null,
  };
}

/**
 * Invoices with all their entries. Entries that a version without books did not write are derived
 * from documents. The caller has locked the invoices.
 */
export async function withBooks(tx: Tx, invoices: readonly Invoice[]): Promise<readonly Invoice[]> {
  const behind = invoices.filter(lagsBehind);
  if (behind.length === 0) return invoices;
  const ids = behind.map(({ id }) => id);
  const notes = await findBookedNotes(tx, ids);
  const entries = await findEntries(tx, ids);
  const carried = behind.map((invoice) => {
    const earlier = entries.get(invoice.id) ?? [];
    const dated = missingFacts(invoice, notes.get(invoice.id) ?? [], earlier);
    let standing = standingOf(earlier);
    const bookings = dated.map((each) => {
      const booking = toBooking(invoice, standing.entries, each, null);
      standing = standingAfter(standing, each.facts);
      return booking;
    });
    return { bookings, invoice: { ...invoice, standing, bookedVersion: invoice.version } };
  });
  await recordInOpenPeriods(
    tx,
    carried.flatMap(({ bookings }) => bookings),
  );
  const after = carried.map(({ invoice }) => invoice);
  await updateInvoices(tx, after);
  const known = new Map(after.map((invoice) => [invoice.id, invoice]));
  return invoices.map((invoice) => known.get(invoice.id) ?? invoice);
}

/** Issued credit notes of each of these invoices. */
async function findBookedNotes(
  db: Kysely<BillingTables>,
  invoiceIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, readonly IssuedNote[]>> {
  const rows = await db
    .selectFrom('credit_notes')
    .selectAll()
    .where('invoice_id', '=', sql<Uuid>`any(${invoiceIds}::uuid[])`)
    .where('status', '=', 'issued')
    .orderBy('id')
    .execute();
  const notes = Map.groupBy(rows, ({ invoice_id }) => invoice_id);
  return new Map([...notes].map(([id, of]) => [id, of.map(toIssuedNote)]));
}

function toIssuedNote(row: Selectable<CreditNoteRow>): IssuedNote {
  return {
    id: row.id,
    documentNumber: row.document_number,
    destination: row.destination,
    amount: row.amount,
    lines: fromJsonText<IssuedNote['lines']>(row.lines),
    issuedAt: (row.issued_at ?? row.created_at).getTime(),
  };
}
