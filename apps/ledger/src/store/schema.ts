import type { InboxTables, LeaseTables, OutboxTables } from '@florin/database';
import type { Generated } from 'kysely';
import type { EntryKind } from '../domain/decision.ts';
import type { Metadata, TransactionStatus, TransactionType } from '../domain/transaction.ts';
import type { PaymentTables } from './payment-schema.ts';

export interface LedgerTables extends OutboxTables, InboxTables, LeaseTables, PaymentTables {
  balances: BalanceRow;
  transactions: TransactionRow;
  entries: EntryRow;
}

/** Minor units everywhere. */
interface AmountColumns {
  available: Generated<bigint>;
  held: Generated<bigint>;
  settled: Generated<bigint>;
  fees: Generated<bigint>;
  external: Generated<bigint>;
}

export interface BalanceRow extends AmountColumns {
  account_id: string;
  version: Generated<bigint>;
  currency: string;
  status: Generated<'open' | 'closed'>;
  entry_sequence: Generated<bigint>;
  last_id: string | null;
}

export interface TransactionRow {
  id: string;
  account_id: string;
  version: bigint;
  type: TransactionType;
  status: TransactionStatus;
  amount: bigint;
  currency: string;
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
