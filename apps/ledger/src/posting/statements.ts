import type { DomainEvent } from '@florin/contracts';
import {
  type Column,
  type Encoded,
  encodeRows,
  insertRows,
  namesOf,
  type Save,
  unnestOf,
  updateRows,
} from '@florin/database';
import type { KeyedReply, MadeCharge, Writes } from '../domain/batch/model.ts';
import { balanceColumns } from '../schema/balance-rows.ts';
import { fundColumns } from '../schema/fund-rows.ts';
import { attemptColumns, requestColumns } from '../schema/payment-rows.ts';
import { entryColumns, transactionColumns } from '../schema/transaction-rows.ts';

/** Columns of a transaction that can change; all others are immutable. */
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

const replyColumns: readonly Column<KeyedReply>[] = [
  ['account_id', 'uuid', (row) => row.accountId],
  ['route', 'text', (row) => row.route],
  ['key', 'text', (row) => row.key],
  ['request_hash', 'text', (row) => row.requestHash],
  ['sent_hash', 'text', (row) => row.sentHash],
  ['status', 'integer', (row) => row.status],
  ['body', 'json text', (row) => row.body],
];

const chargeColumns: readonly Column<MadeCharge>[] = [
  ['account_id', 'uuid', (row) => row.accountId],
  ['key', 'text', (row) => row.key],
  ['amount', 'bigint', (row) => row.amount],
  ['transaction_id', 'uuid', (row) => row.transactionId],
];

/** Trace of each traced request, by its id. */
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
  events: insertRows('outgoing_events', eventColumns),
  charges: insertRows('charges', chargeColumns),
  payments: insertOrChange('payment_requests', requestColumns, [
    'version',
    'status',
    'failed_attempts',
    'transaction_id',
    'updated_at',
  ]),
  attempts: insertOrChange('payment_attempts', attemptColumns, [
    'status',
    'processor_reference',
    'decline_code',
    'card_brand',
    'card_last4',
    'updated_at',
  ]),
  funds: insertOrChange('fund_movements', fundColumns, ['status'], 'account_id, key'),
};

/** Rows of one kind, written by one statement. */
export type Statement = Encoded;

/**
 * Statements for the rows of a batch, one for each kind. They come in two parts: Postgres writes
 * the first, slower part while the second is encoded. Pure.
 */
export function* encode(writes: Writes, traces: Traces): Generator<readonly Statement[]> {
  yield [
    // Precede their transactions, which may only end as these say.
    ...encodeRows(saves.funds, writes.funds),
    ...encodeRows(saves.created, writes.created),
    ...encodeRows(saves.changed, writes.changed),
    ...encodeRows(saves.entries, writes.entries),
  ];
  const events = writes.events.map((event) => ({
    event,
    traceParent: traces.get(event.request.id ?? '') ?? null,
  }));
  yield [
    ...encodeRows(saves.balances, writes.balances),
    ...encodeRows(saves.replies, writes.replies),
    ...encodeRows(saves.events, events),
    ...encodeRows(saves.charges, writes.charges),
    ...encodeRows(saves.payments, writes.payments),
    ...encodeRows(saves.attempts, writes.attempts),
  ];
}

/** Inserts rows, and updates the mutable columns of existing ones. */
function insertOrChange<Row>(
  table: string,
  columns: readonly Column<Row>[],
  changing: readonly string[],
  name = 'id, account_id',
): Save<Row> {
  const insert = insertRows(table, columns);
  const changes = changing.map((name) => `${name} = excluded.${name}`).join(', ');
  return {
    ...insert,
    text: `${insert.text} on conflict (${name}) do update set ${changes}`,
  };
}
