import { type Column, namesOf } from '@florin/database';
import type { Currency } from '@florin/money';
import type { Selectable } from 'kysely';
import type { Entry } from '../domain/batch/model.ts';
import type {
  EntryKind,
  Metadata,
  Transaction,
  TransactionStatus,
  TransactionType,
} from '../domain/transaction/model.ts';

export interface TransactionRow {
  id: string;
  account_id: string;
  version: bigint;
  type: TransactionType;
  status: TransactionStatus;
  amount: bigint;
  /** Only verified codes are written. */
  currency: Currency;
  reference: string | null;
  metadata: Metadata;
  capture: 'automatic' | 'manual' | null;
  captured_amount: bigint | null;
  refunded_amount: bigint;
  refund_of: string | null;
  failure_reason: string | null;
  due_at: Date | null;
  created_at: Date;
  updated_at: Date;
  canceled_at: Date | null;
}

export interface EntryRow {
  id: string;
  account_id: string;
  sequence: bigint;
  transaction_id: string;
  kind: EntryKind;
  available: bigint;
  held: bigint;
  settled: bigint;
  fees: bigint;
  external: bigint;
  available_after: bigint;
  held_after: bigint;
  settled_after: bigint;
  fees_after: bigint;
  external_after: bigint;
}

export const transactionColumns: readonly Column<Transaction>[] = [
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
  ['due_at', 'timestamptz', (row) => row.dueAt],
  ['created_at', 'timestamptz', (row) => row.createdAt],
  ['updated_at', 'timestamptz', (row) => row.updatedAt],
  ['canceled_at', 'timestamptz', (row) => row.canceledAt],
];
export const TRANSACTION_COLUMNS = namesOf(transactionColumns);

export const entryColumns: readonly Column<Entry>[] = [
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

export function toTransaction(row: Selectable<TransactionRow>): Transaction {
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    type: row.type,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    reference: row.reference,
    metadata: row.metadata,
    capture: row.capture,
    capturedAmount: row.captured_amount,
    refundedAmount: row.refunded_amount,
    refundOf: row.refund_of,
    failureReason: row.failure_reason,
    dueAt: row.due_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    canceledAt: row.canceled_at?.getTime() ?? null,
  };
}

export function toEntry(row: Selectable<EntryRow>): Entry {
  const { available, held, settled, fees, external } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    sequence: row.sequence,
    transactionId: row.transaction_id,
    kind: row.kind,
    amounts: { available, held, settled, fees, external },
    after: {
      available: row.available_after,
      held: row.held_after,
      settled: row.settled_after,
      fees: row.fees_after,
      external: row.external_after,
    },
  };
}
