import type {
  ErasureTables,
  InboxTables,
  LeaseTables,
  OutboxTables,
  SagaTables,
} from '@florin/database';
import type { Currency } from '@florin/money';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { CardColumns } from './card-columns.ts';
import type { DisputeState, Notice, SettlementLine } from './contract/model.ts';
import type { ChargeStatus } from './domain/charge.ts';
import type { Dispute } from './domain/dispute.ts';
import type { TransferStatus } from './domain/transfer.ts';
import type {
  TestChargeRow,
  TestDisputeRow,
  TestLineRow,
  TestSetupRow,
  TestTransferRow,
} from './tables/test.ts';
import type {
  BankEntryRow,
  BankLineRow,
  BankOrderRow,
  BankStatementRow,
} from './tables/transfer.ts';

export interface ProcessorsTables
  extends OutboxTables,
    SagaTables,
    LeaseTables,
    InboxTables,
    ErasureTables {
  charges: ChargeRow;
  payment_methods: MethodRow;
  method_setups: MethodSetupRow;
  processor_accounts: ProcessorAccountRow;
  notices: NoticeRow;
  /** `stripe` for the operator's account, `stripe acct_1` for another one. */
  notice_polls: { processor: string; polled_until: Date };
  refunds: RefundRow;
  payouts: PayoutRow;
  settlement_cursors: {
    processor: string;
    merchant_reference: string;
    cursor: string | null;
    read_at: Date;
  };
  settlement_lines: SettlementLineRow;
  disputes: DisputeRow;
  earlier_money_back: { id: string; kind: 'refund' | 'dispute' };
  bank_orders: BankOrderRow;
  bank_statements: BankStatementRow;
  bank_entries: BankEntryRow;
  bank_lines: BankLineRow;
  test_charges: TestChargeRow;
  test_setups: TestSetupRow;
  test_removed_methods: { reference: string };
  test_transfers: TestTransferRow;
  test_disputes: TestDisputeRow;
  test_lines: TestLineRow;
}

export interface ChargeRow extends CardColumns {
  id: string;
  payment_id: string;
  invoice_id: string | null;
  account_id: string;
  merchant_reference: string | null;
  processor: string;
  livemode: boolean;
  /** Minor units. */
  amount: bigint;
  currency: Currency;
  status: ChargeStatus;
  reference: string | null;
  code: string | null;
  /** Written as JSON text. */
  action: string | null;
  saves_for: string | null;
  mandate: string | null;
  /** The saved method that was charged, or that the payment saved; null for any other. */
  method_id: string | null;
  /** Public id of the paying customer; null if unknown. */
  customer: string | null;
  is_reported: Generated<boolean>;
  /** Time of the next poll; null once final. */
  ask_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface MethodRow extends CardColumns {
  id: string;
  version: Generated<bigint>;
  account_id: string;
  customer: string;
  processor: string;
  livemode: boolean;
  merchant_reference: string | null;
  reference: string;
  customer_reference: string | null;
  mandate: string | null;
  is_default: boolean;
  /** Disputes that pause automatic charges. */
  disputed_by: Generated<string[]>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  removed_at: Date | null;
  /** Time of the expiry warning; null once sent, or not needed. */
  warn_at: Date | null;
  /** When to detach it at its processor; null once done, or not needed. */
  detach_at: Date | null;
}

export interface MethodSetupRow {
  id: string;
  account_id: string;
  merchant_reference: string | null;
  customer: string;
  email: string;
  mandate: string;
  return_url: string;
  processor: string;
  livemode: boolean;
  status: 'open' | 'saved' | 'declined' | 'canceled';
  /** Time of the next poll; null once ended. */
  ask_at: Date | null;
  created_at: Generated<Date>;
}

export interface ProcessorAccountRow {
  id: string;
  account_id: string;
  processor: string;
  /** The processor's id of the account. */
  reference: string;
  livemode: boolean;
  created_at: Generated<Date>;
}

export interface NoticeRow {
  processor: string;
  id: string;
  about: Notice['about'];
  reference: string;
  our_id: string | null;
  merchant_reference: string | null;
  tries: Generated<number>;
  /** Time of the next attempt; null once handled or given up. */
  look_at: Generated<Date | null>;
  received_at: Generated<Date>;
}

export interface SettlementLineRow {
  id: string;
  processor: string;
  /** Empty for the operator's account. */
  merchant_reference: string;
  reference: string;
  livemode: boolean;
  kind: SettlementLine['kind'];
  about: string | null;
  gross: bigint;
  fee: bigint;
  currency: Currency;
  at: Date;
  account_id: string | null;
  subject_id: string | null;
  look_at: Generated<Date | null>;
  looks: Generated<number>;
  fee_booked: Generated<bigint>;
  fee_bookings: Generated<number>;
  book_at: Generated<Date | null>;
}

export interface PayoutRow {
  id: string;
  version: bigint;
  account_id: string;
  merchant_reference: string | null;
  processor: string;
  livemode: boolean;
  /** Minor units; null until the available amount is known. */
  amount: bigint | null;
  currency: Currency;
  client_reference: string | null;
  /** Written as JSON text. */
  metadata: string;
  status: TransferStatus;
  failure_reason: string | null;
  reference: string | null;
  transaction_id: string | null;
  /** Time of the next poll; null if not needed. */
  ask_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface RefundRow {
  id: string;
  version: bigint;
  account_id: string;
  payment_id: string;
  charge_id: string;
  /** The invoice that the charge paid; null for other payments. */
  invoice_id: string | null;
  /** Public id; null if the charge names no customer. */
  customer: string | null;
  livemode: boolean;
  /** Minor units. */
  amount: bigint;
  currency: Currency;
  reason: string | null;
  /** Written as JSON text. */
  metadata: string;
  status: TransferStatus;
  failure_reason: string | null;
  reference: string | null;
  transaction_id: string | null;
  /** Time of the next poll; null if not needed. */
  ask_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface DisputeRow {
  id: string;
  version: bigint;
  account_id: string;
  payment_id: string;
  charge_id: string;
  /** The invoice that the charge paid; null for other payments. */
  invoice_id: string | null;
  /** Public id; null if the charge names no customer. */
  customer: string | null;
  livemode: boolean;
  reference: string;
  /** Minor units. */
  amount: bigint;
  currency: Currency;
  fee: bigint;
  reason: string;
  status: DisputeState['status'];
  evidence_due_at: Date | null;
  evidence_submitted_at: Date | null;
  /** Minor units set aside by the ledger so far. */
  withdrawn: bigint;
  /** Number of withdrawals, and the first one that still counts. */
  withdrawals: number;
  withdrawals_from: number;
  /** Final outcome of the withdrawals that count. */
  ended: 'paid' | 'returned' | null;
  /** The move that the ledger may have made; null if none is in progress. */
  begun: Dispute['begun'];
  /** Time of the next work; null if none. */
  work_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export type Db = Kysely<ProcessorsTables>;
export type Tx = Transaction<ProcessorsTables>;
