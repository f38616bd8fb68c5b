import {
  type Column,
  type Encoded,
  encodeRows,
  insertRows,
  namesOf,
  type Save,
  toTimestamp,
} from '@florin/database';
import type { PaymentAttempt } from '../domain/payment-attempt.ts';
import type { PaymentRequest } from '../domain/payment-request.ts';
import type { Writes } from '../domain/submission.ts';

const requestColumns: readonly Column<PaymentRequest>[] = [
  ['id', 'uuid', (row) => row.id],
  ['account_id', 'uuid', (row) => row.accountId],
  ['version', 'bigint', (row) => row.version],
  ['status', 'text', (row) => row.status],
  ['amount', 'bigint', (row) => row.amount],
  ['currency', 'text', (row) => row.currency],
  ['customer_email', 'text', (row) => row.customerEmail],
  ['return_url', 'text', (row) => row.returnUrl],
  ['reference', 'text', (row) => row.reference],
  ['metadata', 'json', (row) => JSON.stringify(row.metadata)],
  ['token', 'text', (row) => row.token],
  ['key', 'text', (row) => row.key],
  ['expires_at', 'timestamptz', (row) => toTimestamp(row.expiresAt)],
  ['saves_for', 'text', (row) => row.savesFor],
  ['failed_attempts', 'integer', (row) => row.failedAttempts],
  ['transaction_id', 'uuid', (row) => row.transactionId],
  ['created_at', 'timestamptz', (row) => toTimestamp(row.createdAt)],
  ['updated_at', 'timestamptz', (row) => toTimestamp(row.updatedAt)],
];

const attemptColumns: readonly Column<PaymentAttempt>[] = [
  ['id', 'uuid', (row) => row.id],
  ['account_id', 'uuid', (row) => row.accountId],
  ['payment_id', 'uuid', (row) => row.paymentId],
  ['status', 'text', (row) => row.status],
  ['processor', 'text', (row) => row.processor],
  ['processor_reference', 'text', (row) => row.processorReference],
  ['decline_code', 'text', (row) => row.declineCode],
  ['card_brand', 'text', (row) => row.card?.brand ?? null],
  ['card_last4', 'text', (row) => row.card?.last4 ?? null],
  ['created_at', 'timestamptz', (row) => toTimestamp(row.createdAt)],
  ['updated_at', 'timestamptz', (row) => toTimestamp(row.updatedAt)],
];

/** What is read of a row, as of others: see `TRANSACTION_COLUMNS`. */
export const REQUEST_COLUMNS = namesOf(requestColumns);
export const ATTEMPT_COLUMNS = namesOf(attemptColumns);

const REQUESTS = insertOrChange('payment_requests', requestColumns, [
  'version',
  'status',
  'failed_attempts',
  'transaction_id',
  'updated_at',
]);
const ATTEMPTS = insertOrChange('payment_attempts', attemptColumns, [
  'status',
  'processor_reference',
  'decline_code',
  'card_brand',
  'card_last4',
  'updated_at',
]);

/** The statements that write the payment requests and attempts of a batch: most have none. */
export function encodePayments({
  payments,
  attempts,
}: Pick<Writes, 'payments' | 'attempts'>): readonly Encoded[] {
  return [...encodeRows(REQUESTS, payments), ...encodeRows(ATTEMPTS, attempts)];
}

/** Inserts rows, or changes of those that are there what may change of them. */
function insertOrChange<Row>(
  table: string,
  columns: readonly Column<Row>[],
  changing: readonly string[],
): Save<Row> {
  const insert = insertRows(table, columns);
  const changes = changing.map((name) => `${name} = excluded.${name}`).join(', ');
  return {
    ...insert,
    text: `${insert.text} on conflict (id, account_id) do update set ${changes}`,
  };
}
