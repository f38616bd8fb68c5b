import { toInstant, toPublicId, type Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { dayOf, parseCurrency } from '@florin/money';
import { type Kysely, sql } from 'kysely';
import { chartAccountOf } from '../../domain/accounting/accounts.ts';
import type { Booked } from '../../domain/accounting/datev.ts';
import { journalLines, movementLines } from '../../domain/accounting/journal.ts';
import { isOfInvoice, type StoredEntry } from '../../domain/books/model.ts';
import type { InvoiceParties } from '../../domain/parties.ts';
import { toCustomer } from '../../records/customers-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { readAccountingSettings } from '../../settings/accounting.ts';
import { carryOverAll } from './carry-over.ts';
import type { ExportRow } from './csv.ts';
import { readEntries } from './entries.ts';
import { movedFor, readMovementPage } from './movements.ts';
import { HISTORY_TIMEOUT_MS, type Rows, type SourceDeps, type Wanted } from './rows.ts';
import { type BuyerColumns, buyerColumns, columnsOf } from './sold.ts';

type Db = Kysely<BillingTables>;
type Span = Pick<Wanted, 'accountId' | 'from' | 'until' | 'timezone' | 'place' | 'requestId'>;

interface BookedEntry extends Booked {
  /** Null for a fee, a payout, and credit without an invoice. */
  readonly invoiceId: Uuid | null;
  /** Public id of a credit note, refund, dispute, credit entry, payout or settlement line. */
  readonly source: string | null;
  readonly buyer: BuyerColumns | null;
}

interface BookedPage {
  readonly items: readonly BookedEntry[];
  readonly next: string | null;
}

/** The general journal: every entry of the span on its own day, then fees and payouts. */
export async function readJournal(deps: SourceDeps, wanted: Wanted, limit: number): Promise<Rows> {
  const { ledger_accounts: chart } = await readAccountingSettings(deps.db, wanted.accountId);
  if (wanted.place === null) await carryOverAll(deps.db, wanted);
  const { items, next } = await readBooked(deps, wanted, limit);
  const rows = items.flatMap(({ invoiceId, source, day: date, lines, currency, buyer }) =>
    lines.map((line): ExportRow => {
      const { taxRate: tax_rate, taxCategory: tax_category, ...sides } = line;
      return {
        ...{ date, ...sides, currency, tax_rate, tax_category, ...buyer },
        account_number: chartAccountOf(line, chart)?.number ?? null,
        ...{ invoice_id: invoiceId && toPublicId('invoice', invoiceId), source },
      };
    }),
  );
  return { rows, next };
}

/** Cursor prefix of pages with movements, which follow the entries. */
const MOVEMENTS = 'movements:';

/** A page of journal lines of the span's entries, with customers; then of its movements. */
export async function readBooked(
  deps: SourceDeps,
  wanted: Span,
  limit: number,
): Promise<BookedPage> {
  if (wanted.place?.startsWith(MOVEMENTS))
    return readMoved(deps, wanted, wanted.place.slice(MOVEMENTS.length));
  const { db } = deps;
  const { items, next } = await readEntries(db, wanted, limit);
  const buyers = await readBuyers(
    db,
    items.filter(isOfInvoice).map(({ invoiceId }) => invoiceId),
  );
  const holders = await readHolders(
    db,
    items.filter((entry) => !isOfInvoice(entry)).map(({ holderId }) => holderId),
  );
  const booked = items.flatMap((entry): readonly BookedEntry[] => {
    const currency = parseCurrency(entry.currency);
    const invoiceId = isOfInvoice(entry) ? entry.invoiceId : null;
    const buyer = invoiceId === null ? holders(entry.holderId) : buyers.get(invoiceId);
    if (!currency || !buyer) throw new Error(`entry ${entry.position} has no invoice`);
    const { document, source } = entry;
    const day = dayOfEntry(entry, wanted);
    const { customer, customer_vat_ids: vatIds } = buyer;
    const vatId = vatIds?.split(' ')[0] ?? '';
    const lines = journalLines(entry);
    return [{ lines, currency, day, document, customer, vatId, buyer, invoiceId, source }];
  });
  return { items: booked, next: next ?? MOVEMENTS };
}

/** Fees and payouts in a page of the ledger's entries. */
async function readMoved(
  { history }: SourceDeps,
  { accountId, from, until, timezone, requestId }: Span,
  afterId: string,
): Promise<BookedPage> {
  const asked = { accountId, from: toInstant(from), until: toInstant(until), requestId };
  const page = await readMovementPage(history, asked, afterId);
  const moved = page.items.flatMap((movement) => {
    const kind = movedFor(movement);
    return kind ? [{ kind, movement }] : [];
  });
  const next = page.next === null ? null : `${MOVEMENTS}${page.next}`;
  if (moved.length === 0) return { items: [], next };
  const balance = await history.findBalance(
    { accountId, at: asked.until },
    { requestId, timeoutMs: HISTORY_TIMEOUT_MS },
  );
  const currency = parseCurrency(balance.currency);
  if (!currency) throw new Error(`the ledger has no currency for ${accountId}`);
  const items = moved.map(({ kind, movement }): BookedEntry => {
    const { subject, at } = movement;
    const none = { customer: '', vatId: '', buyer: null, invoiceId: null };
    const about = { currency, day: dayOf(at, timezone), document: subject, source: subject };
    return { lines: movementLines(kind, movement), ...about, ...none };
  });
  return { items, next };
}

/** The day in the seller's calendar; without a profile, in the file's calendar. */
export function dayOfEntry(
  { day, at }: StoredEntry,
  { timezone }: Pick<Wanted, 'timezone'>,
): string {
  return day ?? dayOf(at, timezone);
}

/** Customers by their present details; accounts that pay by their id. */
async function readHolders(
  db: Db,
  holderIds: readonly Uuid[],
): Promise<(holderId: Uuid) => BuyerColumns> {
  const ids = [...new Set(holderIds)];
  const rows = await inBackground(db, (tx) =>
    tx
      .selectFrom('customers')
      .selectAll()
      .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
      .execute(),
  );
  const customers = new Map(rows.map((row) => [row.id, toCustomer(row)]));
  return (holderId) => {
    const customer = customers.get(holderId);
    const publicId = toPublicId(customer ? 'customer' : 'account', holderId);
    return columnsOf(
      customer && { ...customer.details, name: customer.name },
      customer?.externalId ?? publicId,
    );
  };
}

async function readBuyers(
  db: Db,
  invoiceIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, BuyerColumns>> {
  const { rows } = await inBackground(db, (tx) =>
    sql<{ id: Uuid; parties: string | null; customer_reference: string }>`
      select id, parties, customer_reference from invoice_documents
       where id = any(${[...new Set(invoiceIds)]}::uuid[])`.execute(tx),
  );
  return new Map(
    rows.map(({ id, parties, customer_reference: customerReference }) => {
      const known = parties === null ? null : (JSON.parse(parties) as InvoiceParties);
      return [id, buyerColumns({ parties: known, customerReference })];
    }),
  );
}
