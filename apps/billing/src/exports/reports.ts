import { dayOf, monthsOf } from '@florin/money';
import type { Kysely } from 'kysely';
import type { StoredEntry } from '../books/model.ts';
import { isBought } from '../charges/model.ts';
import type { Invoice } from '../invoices/model.ts';
import type { BillingTables } from '../schema.ts';
import { carryOverAll } from './carry-over.ts';
import type { ExportRow } from './csv.ts';
import { readEntries } from './entries.ts';
import { journalLines } from './journal-model.ts';
import { Revenue } from './revenue-model.ts';
import type { Rows, Wanted } from './rows.ts';
import { each, readCreditNotes, readInvoices } from './sold.ts';

type Db = Kysely<BillingTables>;

/** The general journal: every entry of the span, each on its own day. */
export async function readJournal(db: Db, wanted: Wanted, limit: number): Promise<Rows> {
  if (wanted.place === null) await carryOverAll(db, wanted);
  const { items, next } = await readEntries(db, wanted, limit);
  const rows = items.flatMap((entry) =>
    journalLines(entry).map(({ taxRate, place, ...line }): ExportRow => {
      const { currency } = entry;
      return { date: dayOfEntry(entry, wanted), ...line, currency, tax_rate: taxRate, place };
    }),
  );
  return { rows, next };
}

/** In the calendar of its seller; of one without a profile in that of the file. */
function dayOfEntry({ day, at }: StoredEntry, { timezone }: Wanted): string {
  return day ?? dayOf(at, timezone);
}

interface TaxSum {
  readonly key: ExportRow;
  taxable: bigint;
  tax: bigint;
  invoices: number;
  notes: number;
}

/**
 * The tax that is owed, by month and place: of sales, less what was taken back or lost. Each entry counts
 * in the month of its own day, so a month that was reported stays as it was.
 */
export async function readTaxReport(db: Db, wanted: Wanted, limit: number): Promise<Rows> {
  await carryOverAll(db, wanted);
  const sums = new Map<string, TaxSum>();
  for await (const entry of each(readEntries, db, wanted, limit)) {
    const seen = new Set<string>();
    const period = dayOfEntry(entry, wanted).slice(0, 7);
    const { currency } = entry;
    for (const { taxable, amount, ...rate } of entry.postings.flatMap(({ tax }) => tax ?? [])) {
      const { percentage, category, country, region, name } = rate;
      const key = { period, country, region, name, rate: percentage, category, currency };
      const id = JSON.stringify(key);
      const sum = sums.get(id) ?? { key, taxable: 0n, tax: 0n, invoices: 0, notes: 0 };
      // Taxes that are owed are credits, which postings count as negative.
      sum.taxable -= taxable;
      sum.tax -= amount;
      if (!seen.has(id)) sum.invoices += invoicesOf(entry);
      if (!seen.has(id) && entry.kind === 'credited') sum.notes += 1;
      seen.add(id);
      sums.set(id, sum);
    }
  }
  const rows = [...sums.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { key, taxable, tax, invoices, notes }]) => ({
      ...{ ...key, taxable, tax, invoices, credit_notes: notes },
    }));
  return { rows, next: null };
}

/** Change of the number of invoices that are not void. */
function invoicesOf({ kind, postings }: StoredEntry): number {
  if (kind === 'finalized') return 1;
  if (kind !== 'voided') return 0;
  const isBack = postings.some(({ account, amount }) => account === 'revenue' && amount < 0n);
  return isBack ? 1 : -1;
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
