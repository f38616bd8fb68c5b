import { dayOf, monthsOf } from '@florin/money';
import type { LineTax } from '@florin/tax';
import type { Kysely } from 'kysely';
import { isBought } from '../charges/model.ts';
import type { Invoice } from '../invoices/model.ts';
import type { BillingTables } from '../schema.ts';
import type { ExportRow } from './csv.ts';
import { creditNoteEntries, invoiceEntries, type JournalLine } from './journal-model.ts';
import { Revenue } from './revenue-model.ts';
import type { Rows, Wanted } from './rows.ts';
import { each, readCreditNotes, readInvoices } from './sold.ts';

type Db = Kysely<BillingTables>;

/** Behind the last invoice, credit notes begin. */
const NOTES = 'notes:';

/** The general journal: what was issued in the span, with all that became of it. */
export async function readJournal(db: Db, wanted: Wanted, limit: number): Promise<Rows> {
  const { place, timezone } = wanted;
  if (place?.startsWith(NOTES)) {
    const behind = { ...wanted, place: place.slice(NOTES.length) || null };
    const { items, next } = await readCreditNotes(db, behind, limit);
    const rows = items.flatMap((note) =>
      creditNoteEntries(note).map((line) => toRow(line, note.currency, timezone)),
    );
    return { rows, next: next === null ? null : NOTES + next };
  }
  const { items, next } = await readInvoices(db, wanted, limit);
  const rows = items.flatMap((invoice) =>
    invoiceEntries(invoice).map((line) => toRow(line, invoice.currency, timezone)),
  );
  return { rows, next: next ?? NOTES };
}

function toRow(line: JournalLine, currency: string, timezone: string): ExportRow {
  const { at, taxRate, ...rest } = line;
  return { date: dayOf(at, timezone), ...rest, currency, tax_rate: taxRate };
}

interface TaxSum {
  readonly key: ExportRow;
  taxable: bigint;
  tax: bigint;
  invoices: number;
  notes: number;
}

/** What is owed of each tax, by month and place: of invoices that were issued, less credit notes. */
export async function readTaxReport(db: Db, wanted: Wanted, limit: number): Promise<Rows> {
  const { timezone } = wanted;
  const sums = new Map<string, TaxSum>();
  const add = (
    taxes: readonly LineTax[],
    { at, currency, sign }: { at: number; currency: string; sign: bigint },
  ) => {
    const seen = new Set<string>();
    for (const { taxable, amount, percentage, category, country, region, name } of taxes) {
      const period = dayOf(at, timezone).slice(0, 7);
      const key = { period, country, region, name, rate: percentage, category, currency };
      const id = JSON.stringify(key);
      const sum = sums.get(id) ?? { key, taxable: 0n, tax: 0n, invoices: 0, notes: 0 };
      sum.taxable += sign * taxable;
      sum.tax += sign * amount;
      if (!seen.has(id) && sign > 0n) sum.invoices += 1;
      if (!seen.has(id) && sign < 0n) sum.notes += 1;
      seen.add(id);
      sums.set(id, sum);
    }
  };
  // What is void was never owed.
  for await (const { lines, finalizedAt: at, currency, status } of each(
    readInvoices,
    db,
    wanted,
    limit,
  ))
    if (at !== null && status !== 'void') {
      const taxes = lines.flatMap(({ tax }) => tax?.taxes ?? []);
      add(taxes, { at, currency, sign: 1n });
    }
  for await (const { lines, issuedAt: at, currency } of each(readCreditNotes, db, wanted, limit))
    if (at !== null) {
      const taxes = lines.flatMap(({ taxes: ofLine }) => ofLine);
      add(taxes, { at, currency, sign: -1n });
    }
  const rows = [...sums.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { key, taxable, tax, invoices, notes }]) => ({
      ...{ ...key, taxable, tax, invoices, credit_notes: notes },
    }));
  return { rows, next: null };
}

/** Month by month what subscriptions are worth, what is earned, and what is still to be earned. */
export async function readRevenue(db: Db, wanted: Wanted, limit: number): Promise<Rows> {
  const revenue = new Revenue(monthsOf(wanted.from, wanted.until, wanted.timezone));
  let currency = '';
  // What was invoiced earlier may be earned in the span.
  const all = { ...wanted, from: 0 };
  for await (const invoice of each(readInvoices, db, all, limit)) {
    currency = invoice.currency;
    addInvoice(revenue, invoice);
  }
  for await (const { lines, issuedAt, customerReference: customer } of each(
    readCreditNotes,
    db,
    all,
    limit,
  ))
    if (issuedAt !== null)
      // A credit note says of no time what it takes back: it counts on its day.
      for (const { net } of lines)
        revenue.add({ customer, net: -net, issuedAt, startAt: issuedAt, endAt: issuedAt });
  const rows = revenue.months().map((month) => ({
    ...{ month: month.month, currency: currency || null, invoiced: month.invoiced },
    ...{ recognized: month.recognized, deferred: month.deferred, mrr: month.mrr },
    ...{ new_mrr: month.newMrr, expansion: month.expansion, contraction: month.contraction },
    ...{ churned_mrr: month.churnedMrr, customers: month.customers },
    churned_customers: month.churnedCustomers,
  }));
  return { rows, next: null };
}

function addInvoice(revenue: Revenue, invoice: Invoice): void {
  const { lines, finalizedAt: issuedAt, status, payerAccountId, customerId } = invoice;
  if (issuedAt === null || status === 'void') return;
  const customer = payerAccountId ?? customerId ?? invoice.customerReference;
  for (const line of lines.filter(isBought)) {
    const { startAt, endAt } = line;
    revenue.add({ customer, net: line.tax?.net ?? line.amount, startAt, endAt, issuedAt });
  }
}
