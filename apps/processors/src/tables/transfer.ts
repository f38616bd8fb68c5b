import type { UnmatchedReason } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type { Generated } from 'kysely';
import type { BankOrder } from '../domain/bank-order.ts';

export interface BankOrderRow extends BankOrder {
  paid_at: Date | null;
  created_at: Generated<Date>;
}

export interface BankStatementRow {
  id: string;
  livemode: boolean;
  format: 'camt.053' | 'csv';
  bank_reference: string | null;
  account: string | null;
  entries: number;
  known: number;
  matched: number;
  unmatched: number;
  created_at: Generated<Date>;
}

export interface BankEntryRow {
  id: string;
  statement_id: string;
  entry_reference: string;
  booking_date: string;
  /** Minor units. */
  amount: bigint;
  currency: Currency;
  direction: 'credit' | 'debit';
  is_reversal: boolean;
  reference: string | null;
  remittance: string | null;
  end_to_end_id: string | null;
  payer_name: string | null;
  payer_iban: string | null;
  /** Whether the bank has named it; null in rows stored before this column existed. */
  is_named: Generated<boolean | null>;
  status: 'matched' | 'unmatched' | 'assigned' | 'returned' | 'outgoing';
  /** Why a person must review it; null if no one must. */
  reason: UnmatchedReason | null;
  order_id: string | null;
  account_id: string | null;
  note: string | null;
  assigned_by: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface BankLineRow {
  written_by: Generated<string>;
  position: Generated<bigint>;
  entry_id: string;
  kind: 'charge' | 'adjustment';
  about: string | null;
  gross: bigint;
  currency: Currency;
  at: Generated<Date>;
}
