import { AppError, timeOfId, type Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import { firstIdAt } from '../domain/ids.ts';
import type { Books } from '../shards/books.ts';

interface SpanRequest {
  readonly accountId: Uuid;
  /** ISO 8601; `until` is exclusive. */
  readonly from: string;
  readonly until: string;
  readonly afterId: string;
  readonly limit: number;
}

/** Enough for a chunk of a file, and few enough for one statement in a request. */
const LIMIT_MAX = 1_000;

export interface HistoryDeps {
  readonly books: Books;
  /** Base URL of all payment pages. */
  readonly linkBase: string;
}

/** HistoryService: data that billing exports and mail reports. */
export function historyRpcs({ books, linkBase }: HistoryDeps) {
  return {
    async ListEntries(request: SpanRequest) {
      const { rows } = await sql<EntryLine>`
        select entries.id, entries.transaction_id, entries.kind, entries.available, entries.held,
               entries.available_after, entries.held_after, transactions.reference,
               ${subject} as subject
          from entries join transactions on transactions.id = entries.transaction_id
                                         and transactions.account_id = entries.account_id
         where entries.account_id = ${request.accountId} and ${within(request, 'entries.id')}
         order by entries.id limit ${limitOf(request)}`.execute(books.of(request.accountId));
      return {
        entries: rows.map((row) => ({
          id: row.id,
          transactionId: row.transaction_id,
          kind: row.kind,
          createdAt: instantOf(row.id),
          available: String(row.available),
          held: String(row.held),
          availableAfter: String(row.available_after),
          heldAfter: String(row.held_after),
          reference: row.reference ?? '',
          subject: row.subject ?? '',
        })),
      };
    },

    async ListTransactions(request: SpanRequest) {
      const rows = await books
        .of(request.accountId)
        .selectFrom('transactions')
        .selectAll()
        .where('account_id', '=', request.accountId)
        .where(within(request, 'id'))
        .orderBy('id')
        .limit(limitOf(request))
        .execute();
      return {
        transactions: rows.map((row) => ({
          ...{ id: row.id, type: row.type, status: row.status, currency: row.currency },
          amount: String(row.amount),
          reference: row.reference ?? '',
          createdAt: row.created_at.toISOString(),
          updatedAt: row.updated_at.toISOString(),
        })),
      };
    },

    async ListPayments(request: SpanRequest) {
      const rows = await books
        .of(request.accountId)
        .selectFrom('payment_requests')
        .selectAll()
        .where('account_id', '=', request.accountId)
        .where(within(request, 'id'))
        .orderBy('id')
        .limit(limitOf(request))
        .execute();
      return {
        payments: rows.map((row) => ({
          ...{ id: row.id, status: row.status, currency: row.currency },
          amount: String(row.amount),
          customerEmail: row.customer_email,
          reference: row.reference ?? '',
          transactionId: row.transaction_id ?? '',
          createdAt: row.created_at.toISOString(),
          updatedAt: row.updated_at.toISOString(),
        })),
      };
    },

    async FindPayment({
      accountId,
      paymentId,
    }: {
      readonly accountId: Uuid;
      readonly paymentId: Uuid;
    }) {
      const payment = await books
        .of(accountId)
        .selectFrom('payment_requests')
        .select(['status', 'token', 'customer_email'])
        .where('account_id', '=', accountId)
        .where('id', '=', paymentId)
        .executeTakeFirst();
      if (!payment) throw new AppError('not_found', 'there is no such payment request');
      const { status, token, customer_email: customerEmail } = payment;
      return { status, paymentUrl: `${linkBase}${token}`, customerEmail };
    },

    async FindBalance({ accountId, at }: { readonly accountId: Uuid; readonly at: string }) {
      const db = books.of(accountId);
      const balance = await db
        .selectFrom('balances')
        .select('currency')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (!balance) throw new AppError('not_found', 'this account has no balance');
      const last = await db
        .selectFrom('entries')
        .select(['available_after', 'held_after'])
        .where('account_id', '=', accountId)
        .where('id', '<', firstIdAt(Date.parse(at)))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return {
        currency: balance.currency,
        available: String(last?.available_after ?? 0n),
        held: String(last?.held_after ?? 0n),
      };
    },
  };
}

interface EntryLine {
  readonly id: Uuid;
  readonly transaction_id: Uuid;
  readonly kind: string;
  readonly available: bigint;
  readonly held: bigint;
  readonly available_after: bigint;
  readonly held_after: bigint;
  readonly reference: string | null;
  readonly subject: string | null;
}

/** Processors put it into the metadata; only their movements have these kinds. */
const subject = sql`
  case when entries.kind in ('set_aside', 'withdraw', 'pay_out', 'return', 'deposit')
       then left(coalesce(transactions.metadata ->> 'payout_id',
                          transactions.metadata ->> 'settlement_line_id',
                          transactions.metadata ->> 'dispute_id',
                          transactions.metadata ->> 'refund_id'), 64) end`;

/** Ids begin with their time, so a time span is a range of the account's index. */
function within({ from, until, afterId }: SpanRequest, column: string) {
  const id = sql.ref(column);
  const span = sql<boolean>`${id} >= ${firstIdAt(Date.parse(from))} and ${id} < ${firstIdAt(Date.parse(until))}`;
  return afterId === '' ? span : sql<boolean>`${span} and ${id} > ${afterId}`;
}

function limitOf({ limit }: SpanRequest): number {
  return Math.min(Math.max(1, limit), LIMIT_MAX);
}

function instantOf(id: Uuid): string {
  return new Date(timeOfId(id)).toISOString();
}
