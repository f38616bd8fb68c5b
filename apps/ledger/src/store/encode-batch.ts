import type { DomainEvent } from '@florin/contracts';
import {
  type Column,
  type Encoded,
  encodeRows,
  insertRows,
  namesOf,
  toTimestamp,
  unnestOf,
  updateRows,
} from '@florin/database';
import type { Balance } from '../domain/balance.ts';
import type { Entry, KeyedReply, Writes } from '../domain/submission.ts';
import type { Transaction } from '../domain/transaction.ts';
import { encodeCharges } from './encode-charges.ts';
import { encodePayments } from './encode-payments.ts';

const balanceColumns: readonly Column<Balance>[] = [
  ['account_id', 'uuid', (row) => row.accountId],
  ['version', 'bigint', (row) => row.version],
  ['status', 'text', (row) => row.status],
  ['available', 'bigint', (row) => row.amounts.available],
  ['held', 'bigint', (row) => row.amounts.held],
  ['settled', 'bigint', (row) => row.amounts.settled],
  ['fees', 'bigint', (row) => row.amounts.fees],
  ['external', 'bigint', (row) => row.amounts.external],
  ['entry_sequence', 'bigint', (row) => row.entrySequence],
  ['last_id', 'uuid', (row) => row.lastId],
];

const transactionColumns: readonly Column<Transaction>[] = [
  ['id', 'uuid', (row) => row.id],
  ['account_id', 'uuid', (row) => row.accountId],
  ['version', 'bigint', (row) => row.version],
  ['type', 'text', (row) => row.type],
  ['status', 'text', (row) => row.status],
  ['amount', 'bigint', (row) => row.amount],
  ['currency', 'text', (row) => row.currency],
  ['reference', 'text', (row) => row.reference],
  ['metadata', 'json', (row) => JSON.stringify(row.metadata)],
  ['capture', 'text', (row) => row.capture],
  ['captured_amount', 'bigint', (row) => row.capturedAmount],
  ['refunded_amount', 'bigint', (row) => row.refundedAmount],
  ['refund_of', 'uuid', (row) => row.refundOf],
  ['failure_reason', 'text', (row) => row.failureReason],
  ['due_at', 'timestamptz', (row) => toTimestamp(row.dueAt)],
  ['created_at', 'timestamptz', (row) => toTimestamp(row.createdAt)],
  ['updated_at', 'timestamptz', (row) => toTimestamp(row.updatedAt)],
  ['canceled_at', 'timestamptz', (row) => toTimestamp(row.canceledAt)],
];

/**
 * What is read of a row by a statement with a name. With `*` such a statement fails once a newer
 * version has added a column, until its connection is closed.
 */
export const BALANCE_COLUMNS = `${namesOf(balanceColumns)}, currency`;
export const TRANSACTION_COLUMNS = namesOf(transactionColumns);

/** What may change on a transaction; the rest is immutable. */
const changingColumns = transactionColumns.filter(([name]) =>
  [
    'version',
    'status',
    'reference',
    'metadata',
    'captured_amount',
    'refunded_amount',
    'failure_reason',
    'due_at',
    'updated_at',
    'canceled_at',
  ].includes(name),
);

const entryColumns: readonly Column<Entry>[] = [
  ['id', 'uuid', (row) => row.id],
  ['account_id', 'uuid', (row) => row.accountId],
  ['sequence', 'bigint', (row) => row.sequence],
  ['transaction_id', 'uuid', (row) => row.transactionId],
  ['kind', 'text', (row) => row.kind],
  ['available', 'bigint', (row) => row.amounts.available],
  ['held', 'bigint', (row) => row.amounts.held],
  ['settled', 'bigint', (row) => row.amounts.settled],
  ['fees', 'bigint', (row) => row.amounts.fees],
  ['external', 'bigint', (row) => row.amounts.external],
  ['available_after', 'bigint', (row) => row.after.available],
  ['held_after', 'bigint', (row) => row.after.held],
  ['settled_after', 'bigint', (row) => row.after.settled],
  ['fees_after', 'bigint', (row) => row.after.fees],
  ['external_after', 'bigint', (row) => row.after.external],
];

const replyColumns: readonly Column<KeyedReply>[] = [
  ['account_id', 'uuid', (row) => row.accountId],
  ['route', 'text', (row) => row.route],
  ['key', 'text', (row) => row.key],
  ['request_hash', 'text', (row) => row.requestHash],
  ['sent_hash', 'text', (row) => row.sentHash],
  ['status', 'integer', (row) => row.status],
  ['body', 'json text', (row) => row.body],
];

/** The trace of each request that has one, by its id. */
export type Traces = ReadonlyMap<string, string>;

interface TracedEvent {
  readonly event: DomainEvent;
  readonly traceParent: string | null;
}

const eventColumns: readonly Column<TracedEvent>[] = [
  ['event_id', 'uuid', ({ event }) => event.id],
  ['aggregate_id', 'uuid', ({ event }) => event.aggregate_id],
  ['aggregate_sequence', 'bigint', ({ event }) => event.aggregate_sequence],
  ['type', 'text', ({ event }) => event.type],
  ['body', 'json text', ({ event }) => JSON.stringify(event)],
  ['trace_parent', 'text', ({ traceParent }) => traceParent],
];

const saves = {
  balances: updateRows('balances', balanceColumns.slice(0, 1), balanceColumns.slice(1)),
  created: insertRows('transactions', transactionColumns),
  changed: updateRows('transactions', transactionColumns.slice(0, 2), changingColumns),
  entries: insertRows('entries', entryColumns),
  replies: {
    name: 'save-replies',
    columns: replyColumns,
    text: `insert into replies (day, ${namesOf(replyColumns)})
      select (clock_timestamp() at time zone 'UTC')::date, ${namesOf(replyColumns)}
        from ${unnestOf(replyColumns)}`,
  },
  events: insertRows('outbox', eventColumns),
};

/** The statements that write the rows of a batch, one for each kind that it has. */
export function encodeBatch(writes: Writes, traces: Traces): readonly Encoded[] {
  const events = writes.events.map((event) => ({
    event,
    traceParent: traces.get(event.request.id ?? '') ?? null,
  }));
  return [
    ...encodeRows(saves.balances, writes.balances),
    ...encodeRows(saves.created, writes.created),
    ...encodeRows(saves.changed, writes.changed),
    ...encodeRows(saves.entries, writes.entries),
    ...encodeRows(saves.replies, writes.replies),
    ...encodeRows(saves.events, events),
    ...encodeCharges(writes.charges),
    ...encodePayments(writes),
  ];
}
