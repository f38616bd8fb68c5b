import type { Currency } from '@florin/money';
import type { Selectable } from 'kysely';
import type { Balance } from '../domain/balance.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { BalanceRow, TransactionRow } from './schema.ts';

export function toBalance(row: Selectable<BalanceRow>): Balance {
  const { available, held, settled, fees, external } = row;
  return {
    accountId: row.account_id,
    // Only codes that were checked are ever written.
    currency: row.currency as Currency,
    status: row.status,
    amounts: { available, held, settled, fees, external },
    entrySequence: row.entry_sequence,
    lastId: row.last_id,
    version: row.version,
  };
}

export function toTransaction(row: Selectable<TransactionRow>): Transaction {
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    type: row.type,
    status: row.status,
    amount: row.amount,
    currency: row.currency as Currency,
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
