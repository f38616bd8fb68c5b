import { toInstant, toPublicId, type Uuid } from '@florin/contracts';
import { datevSource } from './datev.ts';
import { readJournal } from './journal.ts';
import type { ExportType } from './queries.ts';
import { readTaxReport } from './reports.ts';
import { readRevenue } from './revenue.ts';
import {
  HISTORY_TIMEOUT_MS,
  nextOf,
  PAGE,
  type Source,
  type SourceDeps,
  type Wanted,
} from './rows.ts';
import { creditNoteSource, invoiceSource } from './sale-sources.ts';

const asked = ({ accountId, from, until, place }: Wanted) => ({
  ...{ accountId, from: toInstant(from), until: toInstant(until) },
  ...{ afterId: place ?? '', limit: PAGE },
});
const context = ({ requestId }: Wanted) => ({ requestId, timeoutMs: HISTORY_TIMEOUT_MS });
const orNull = (text: string) => (text === '' ? null : text);
const idOf = (kind: 'transaction' | 'entry' | 'paymentRequest', id: Uuid) => toPublicId(kind, id);

/** Source of the rows of each file. Amounts are minor units. */
export const sources: Readonly<Record<ExportType, Source>> = {
  balance_statement: {
    columns: [
      ...['created_at', 'entry_id', 'transaction_id', 'kind', 'reference', 'amount', 'balance'],
      'currency',
    ],
    amounts: ['amount', 'balance'],
    async read({ history }, wanted) {
      const { entries = [] } = await history.listEntries(asked(wanted), context(wanted));
      const rows = entries.map((entry) => ({
        created_at: entry.createdAt,
        entry_id: idOf('entry', entry.id),
        transaction_id: idOf('transaction', entry.transactionId),
        kind: entry.kind,
        reference: orNull(entry.reference),
        amount: BigInt(entry.available) + BigInt(entry.held),
        balance: BigInt(entry.availableAfter) + BigInt(entry.heldAfter),
      }));
      // A hold does not change the balance.
      return { rows: rows.filter(({ amount }) => amount !== 0n), next: nextOf(entries, PAGE) };
    },
  },
  transactions: {
    columns: [
      'id',
      'type',
      'status',
      'amount',
      'currency',
      'reference',
      'created_at',
      'updated_at',
    ],
    amounts: ['amount'],
    async read({ history }, wanted) {
      const { transactions = [] } = await history.listTransactions(asked(wanted), context(wanted));
      const rows = transactions.map((row) => ({
        id: idOf('transaction', row.id),
        ...{ type: row.type, status: row.status, amount: BigInt(row.amount) },
        ...{ currency: row.currency, reference: orNull(row.reference) },
        ...{ created_at: row.createdAt, updated_at: row.updatedAt },
      }));
      return { rows, next: nextOf(transactions, PAGE) };
    },
  },
  payments: {
    columns: [
      ...['id', 'status', 'amount', 'currency', 'customer_email', 'reference'],
      ...['transaction_id', 'created_at', 'updated_at'],
    ],
    amounts: ['amount'],
    async read({ history }, wanted) {
      const { payments = [] } = await history.listPayments(asked(wanted), context(wanted));
      const rows = payments.map((row) => ({
        id: idOf('paymentRequest', row.id),
        ...{ status: row.status, amount: BigInt(row.amount), currency: row.currency },
        ...{ customer_email: row.customerEmail, reference: orNull(row.reference) },
        transaction_id: row.transactionId === '' ? null : idOf('transaction', row.transactionId),
        ...{ created_at: row.createdAt, updated_at: row.updatedAt },
      }));
      return { rows, next: nextOf(payments, PAGE) };
    },
  },
  invoices: invoiceSource,
  credit_notes: creditNoteSource,
  journal: {
    columns: [
      ...['date', 'document', 'event', 'account', 'debit', 'credit', 'currency'],
      ...['country', 'tax_rate', 'place', 'tax_category', 'account_number', 'customer'],
      ...['customer_country', 'customer_vat_ids', 'invoice_id', 'source'],
    ],
    amounts: ['debit', 'credit'],
    read: (deps, wanted) => readJournal(deps, wanted, PAGE),
  },
  datev: datevSource,
  tax_report: {
    columns: [
      ...['period', 'country', 'region', 'name', 'rate', 'category', 'currency'],
      ...['taxable', 'tax', 'invoices', 'credit_notes'],
    ],
    amounts: ['taxable', 'tax'],
    read: ({ db }, wanted) => readTaxReport(db, wanted, PAGE),
  },
  revenue: {
    columns: [
      ...['month', 'currency', 'invoiced', 'recognized', 'deferred', 'mrr', 'new_mrr'],
      ...[
        'expansion',
        'contraction',
        'churned_mrr',
        'paused_mrr',
        'customers',
        'churned_customers',
      ],
    ],
    amounts: [
      ...['invoiced', 'recognized', 'deferred', 'mrr', 'new_mrr', 'expansion', 'contraction'],
      ...['churned_mrr', 'paused_mrr'],
    ],
    read: ({ db }, wanted) => readRevenue(db, wanted, PAGE),
  },
};

/** An account's balance just before an instant, including held money. */
export async function balanceAt(
  { history }: Pick<SourceDeps, 'history'>,
  accountId: Uuid,
  at: number,
  requestId: string,
): Promise<bigint> {
  const context = { requestId, timeoutMs: HISTORY_TIMEOUT_MS };
  const { available, held } = await history.findBalance({ accountId, at: toInstant(at) }, context);
  return BigInt(available) + BigInt(held);
}
