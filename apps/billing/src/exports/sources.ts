import { toInstant, toPublicId, type Uuid } from '@florin/contracts';
import type { grpcServices } from '@florin/contracts/protos';
import type { PromiseClient } from '@florin/grpc';
import type { Kysely } from 'kysely';
import { documentNumberOf, openOf } from '../invoices/model.ts';
import type { BillingTables } from '../schema.ts';
import { boughtBy } from '../tax/model.ts';
import type { ExportType } from './queries.ts';
import { readJournal, readRevenue, readTaxReport } from './reports.ts';
import { nextOf, type Rows, type Wanted } from './rows.ts';
import { readInvoices } from './sold.ts';

export type HistoryClient = PromiseClient<(typeof grpcServices)['history']['service']>;

export interface SourceDeps {
  readonly db: Kysely<BillingTables>;
  readonly history: HistoryClient;
}

interface Source {
  readonly columns: readonly string[];
  /** `keepsOn` is told of work that takes long: the export is still this process's. */
  readonly read: (deps: SourceDeps, wanted: Wanted) => Promise<Rows>;
}

const PAGE = 500;
/** Nobody waits for it: a slow ledger is waited for longer than in a request. */
const HISTORY_TIMEOUT_MS = 20_000;

const asked = ({ accountId, from, until, place }: Wanted) => ({
  ...{ accountId, from: toInstant(from), until: toInstant(until) },
  ...{ afterId: place ?? '', limit: PAGE },
});
const context = ({ requestId }: Wanted) => ({ requestId, timeoutMs: HISTORY_TIMEOUT_MS });
const orNull = (text: string) => (text === '' ? null : text);
const idOf = (kind: 'transaction' | 'entry' | 'paymentRequest', id: Uuid) => toPublicId(kind, id);

/** Where the rows of each file come from. Amounts are minor units. */
export const sources: Readonly<Record<ExportType, Source>> = {
  balance_statement: {
    columns: ['created_at', 'entry_id', 'transaction_id', 'kind', 'reference', 'amount', 'balance'],
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
      // A hold takes nothing from a balance yet.
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
  invoices: {
    columns: [
      ...['id', 'number', 'status', 'customer', 'customer_id', 'currency', 'subtotal', 'tax'],
      ...['total', 'amount_due', 'amount_remaining', 'issued_at', 'due_at', 'paid_at'],
    ],
    async read({ db }, wanted) {
      const { items, next } = await readInvoices(db, wanted, PAGE);
      const at = (instant: number | null) => (instant === null ? null : toInstant(instant));
      const rows = items.map((invoice) => {
        const { lines, parties, customerId, status } = invoice;
        const { net, tax, gross } = boughtBy(lines);
        const buyer = parties?.buyer;
        return {
          id: toPublicId('invoice', invoice.id),
          number: documentNumberOf(invoice),
          status,
          customer: buyer?.company ?? buyer?.name ?? invoice.customerReference,
          customer_id: customerId === null ? null : toPublicId('customer', customerId),
          ...{ currency: invoice.currency, subtotal: net, tax, total: gross },
          amount_due: invoice.amount,
          amount_remaining: status === 'open' || status === 'uncollectible' ? openOf(invoice) : 0n,
          ...{ issued_at: at(invoice.finalizedAt), due_at: at(invoice.dueAt) },
          paid_at: at(invoice.paidAt),
        };
      });
      return { rows, next };
    },
  },
  journal: {
    columns: [
      ...['date', 'document', 'event', 'account', 'debit', 'credit', 'currency'],
      ...['country', 'tax_rate', 'place'],
    ],
    read: ({ db }, wanted) => readJournal(db, wanted, PAGE),
  },
  tax_report: {
    columns: [
      ...['period', 'country', 'region', 'name', 'rate', 'category', 'currency'],
      ...['taxable', 'tax', 'invoices', 'credit_notes'],
    ],
    read: ({ db }, wanted) => readTaxReport(db, wanted, PAGE),
  },
  revenue: {
    columns: [
      ...['month', 'currency', 'invoiced', 'recognized', 'deferred', 'mrr', 'new_mrr'],
      ...['expansion', 'contraction', 'churned_mrr', 'customers', 'churned_customers'],
    ],
    read: ({ db }, wanted) => readRevenue(db, wanted, PAGE),
  },
};

/** What an account had right before an instant, whatever of it was held. */
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
