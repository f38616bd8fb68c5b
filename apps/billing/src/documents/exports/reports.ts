import type { Kysely } from 'kysely';
import type { StoredEntry } from '../../domain/books/model.ts';
import type { BillingTables } from '../../schema.ts';
import { carryOverAll } from './carry-over.ts';
import type { ExportRow } from './csv.ts';
import { readEntries } from './entries.ts';
import { dayOfEntry } from './journal.ts';
import type { Rows, Wanted } from './rows.ts';
import { each } from './sold.ts';

type Db = Kysely<BillingTables>;

interface TaxSum {
  readonly key: ExportRow;
  taxable: bigint;
  tax: bigint;
  invoices: number;
  notes: number;
}

/**
 * Tax owed by month and place: of sales, less credited or lost amounts. Each entry counts in the
 * month of its own day, so a reported month never changes.
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
      // Tax owed is a credit, which postings store as negative.
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
