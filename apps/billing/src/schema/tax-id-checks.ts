import type { Generated } from 'kysely';

/** A VAT ID that waits for a tax office's answer. */
export interface TaxIdCheckRow {
  account_id: string;
  /** A customer, or the account itself. */
  holder_id: string;
  value: string;
  /** Number of failed checks. */
  tries: Generated<number>;
  next_try_at: Generated<Date>;
}
