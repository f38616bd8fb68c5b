import type { Currency } from '@florin/money';
import type { Generated } from 'kysely';
import type { CardColumns } from '../card-columns.ts';
import type { DisputeState, SettlementLine } from '../contract/model.ts';

export interface TestChargeRow extends CardColumns {
  id: string;
  account_id: string | null;
  status: 'succeeded' | 'authorized' | 'declined' | 'pending' | 'canceled';
  amount: bigint | null;
  captured: bigint | null;
  currency: Currency | null;
  /** Whether the payer saves the card. */
  saves: Generated<boolean>;
  code: string | null;
  created_at: Generated<Date>;
}

export interface TestSetupRow extends CardColumns {
  id: string;
  /** Token in the URL of its page. */
  token: string;
  mandate: string;
  return_url: string;
  created_at: Generated<Date>;
  saved_at: Date | null;
}

/** A refund or payout. */
export interface TestTransferRow {
  id: string;
  kind: 'refund' | 'payout';
  account_id: string;
  charge_id: string | null;
  amount: bigint;
  currency: Currency;
  status: 'pending' | 'succeeded' | 'failed';
  next_status: 'succeeded' | 'failed' | null;
  next_at: Date | null;
  reason: string | null;
  changed_at: Generated<Date>;
}

export interface TestDisputeRow {
  id: string;
  charge_id: string;
  amount: bigint;
  currency: Currency;
  status: DisputeState['status'];
  evidence_id: string | null;
  due_at: Date;
  opened_at: Generated<Date>;
  changed_at: Generated<Date>;
}

export interface TestLineRow {
  position: Generated<bigint>;
  account_id: string;
  kind: SettlementLine['kind'];
  about: string;
  gross: bigint;
  fee: bigint;
  currency: Currency;
  at: Generated<Date>;
}
