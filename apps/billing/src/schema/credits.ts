import type { Generated } from 'kysely';
import type { CreditKind } from '../domain/credit.ts';

interface HolderRow {
  seller_id: string;
  /** A customer of the seller, or an account that pays it. */
  holder_id: string;
  currency: string;
}

export interface CreditBalanceRow extends HolderRow {
  balance: bigint;
  updated_at: Generated<Date>;
}

interface ChangeRow extends HolderRow {
  /** The order of a holder's changes, in all tables. */
  position: Generated<bigint>;
  id: string;
  kind: CreditKind;
  amount: bigint;
  balance_after: bigint;
}

export interface CreditEntryRow extends ChangeRow {
  /** Null for a one-off invoice. */
  subscription_id: string | null;
  invoice_id: string;
  credit_note_id: string | null;
  cause: string;
  created_at: Generated<Date>;
}

/** A change by the seller, or the end of a grant. */
export interface CreditAdjustmentRow extends ChangeRow {
  /** Null for the end of a grant. */
  reason: string | null;
  /** Null for credit that stays, and for credit taken back. */
  expires_at: Date | null;
  /** The grant that ended; null for other changes. */
  grant_id: string | null;
  created_at: Date;
}

export interface CreditChangeRow
  extends Omit<CreditEntryRow, 'invoice_id'>,
    Pick<CreditAdjustmentRow, 'reason' | 'expires_at' | 'grant_id'> {
  invoice_id: string | null;
}

/** A grant with an expiry. */
export interface CreditExpiryRow extends HolderRow {
  grant_id: string;
  expires_at: Date;
  /** When its rest was ended; null again after an invoice returned credit. */
  ended_at: Date | null;
  leased_until: Generated<Date>;
}

export interface CreditTables {
  credit_balances: CreditBalanceRow;
  credit_entries: Omit<CreditEntryRow, 'credit_note_id'>;
  credit_note_entries: CreditEntryRow;
  credit_adjustments: CreditAdjustmentRow;
  /** A view of the three tables above. */
  credit_changes: CreditChangeRow;
  credit_expiries: CreditExpiryRow;
}
