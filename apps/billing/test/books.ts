import { expect } from 'vitest';
import {
  isOfInvoice,
  type Posting,
  standingOf,
  toStandingText,
} from '../src/domain/books/model.ts';
import { creditAppliedTo, openOf } from '../src/domain/invoice/model.ts';
import { toEntry } from '../src/invoicing/books/queries.ts';
import { toInvoice } from '../src/invoicing/invoices/queries.ts';
import type { BookEntryRow } from '../src/schema/books.ts';
import type { InvoiceRow } from '../src/schema.ts';
import type { World } from './start-billing.ts';

/** A row as pg returns it. */
type Read<Row> = {
  [Column in keyof Row]: Row[Column] extends { __select__: infer T } ? T : Row[Column];
};

/**
 * Verifies the books of a whole database: entries balance, each invoice's standing is the sum of
 * its entries, and customer credit matches the books.
 */
export async function assertBooks(
  { query }: Pick<World, 'query'>,
  { setsCredit = false } = {},
): Promise<void> {
  const rows = await query<Read<BookEntryRow>>(
    'select * from billing.book_entries order by invoice_id, sequence',
  );
  const entries = rows.map((row) =>
    toEntry({ ...row, position: BigInt(row.position), amount: BigInt(row.amount) } as never),
  );
  for (const entry of entries) expect(sumOf(entry.postings), JSON.stringify(entry.kind)).toBe(0n);

  const stored = await query<InvoiceRow>('select * from billing.invoice_documents');
  const invoices = stored.map((row) => toInvoice(withBigints(row) as never));
  const byInvoice = Map.groupBy(entries, ({ invoiceId }) => invoiceId);
  const credits = new Map<string, bigint>();
  const add = (holder: string, amount: bigint) =>
    credits.set(holder, (credits.get(holder) ?? 0n) + amount);
  for (const invoice of invoices) {
    const of = byInvoice.get(invoice.id) ?? [];
    const { id, status, sellerId, payerAccountId, customerId, currency } = invoice;
    const holder = `${sellerId} ${payerAccountId ?? customerId} ${currency}`;
    if (status === 'draft') {
      add(holder, -creditAppliedTo(invoice));
      continue;
    }
    expect(invoice.bookedVersion, `the books of ${status} ${id} lag behind`).toBe(invoice.version);
    expect(toStandingText(invoice.standing)).toBe(toStandingText(standingOf(of)));
    const receivables = sumOf(postingsOn(of, 'receivables'));
    const open = status === 'open' ? openOf(invoice) : 0n;
    const shown = of.map(({ kind, amount, at }) => `${kind} ${amount} ${at}`).join(', ');
    expect(receivables, `receivables of ${status} ${id}: ${shown}`).toBe(open);
    add(holder, -sumOf(postingsOn(of, 'customer_credit')));
  }
  for (const entry of entries)
    if (!isOfInvoice(entry)) {
      const seller = rows.find(({ invoice_id }) => invoice_id === entry.invoiceId)?.seller_id;
      const holder = `${seller} ${entry.holderId} ${entry.currency}`;
      add(holder, -sumOf(postingsOn([entry], 'customer_credit')));
    }
  if (setsCredit) return;
  const balances = await query<Record<'seller_id' | 'holder_id' | 'currency' | 'balance', string>>(
    'select * from billing.credit_balances',
  );
  for (const { seller_id, holder_id, currency, balance } of balances)
    expect(credits.get(`${seller_id} ${holder_id} ${currency}`), 'credit').toBe(BigInt(balance));
}

function postingsOn(
  entries: readonly { readonly postings: readonly Posting[] }[],
  wanted: Posting['account'],
): readonly Posting[] {
  return entries.flatMap(({ postings }) => postings).filter(({ account }) => account === wanted);
}

function sumOf(postings: readonly Posting[]): bigint {
  return postings.reduce((sum, { amount }) => sum + amount, 0n);
}

/** pg returns bigints as text. */
function withBigints(row: InvoiceRow): unknown {
  const names = [
    'version',
    'number',
    'amount',
    'credited',
    'credited_owed',
    'booked_version',
  ] as const;
  const read = names.map((name) => [name, row[name] === null ? null : BigInt(String(row[name]))]);
  return { ...row, ...Object.fromEntries(read) };
}
