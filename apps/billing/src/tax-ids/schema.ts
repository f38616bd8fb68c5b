import type { Generated } from 'kysely';

/** A VAT id that waits for the answer of a tax office. */
export interface TaxIdCheckRow {
  account_id: string;
  /** A customer, or the account itself. */
  holder_id: string;
  value: string;
  /** Times that an office was asked in vain. */
  tries: Generated<number>;
  next_try_at: Generated<Date>;
}
