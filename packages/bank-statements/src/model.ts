import type { Currency } from '@florin/money';

/** What a bank says that has moved on an account: one payment. */
export interface BankEntry {
  /**
   * Names it for ever: the same statement read twice has the same entries. SHA-256 in base64url.
   */
  readonly entryReference: string;
  /** How many equal entries stand before it in its file; null where the bank has named it. */
  readonly equalBefore: number | null;
  /** YYYY-MM-DD, by the bank's calendar. */
  readonly bookingDate: string;
  /** Minor units, never negative. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly creditDebit: 'credit' | 'debit';
  /** Whether it takes back an earlier one; `creditDebit` says which way it goes. */
  readonly isReversal: boolean;
  /** What the payment is for. */
  readonly remittance: {
    /** A creditor reference, such as ISO 11649. */
    readonly structured: string | null;
    readonly unstructured: string | null;
  };
  /** As whoever pays has named it. */
  readonly endToEndId: string | null;
  /** Who has paid it, or was paid. */
  readonly counterparty: { readonly name: string | null; readonly iban: string | null };
}

/** What one file says of one account. */
export interface BankStatement {
  /** The bank's own name for it; null where the file has none. */
  readonly id: string | null;
  /** IBAN, or the bank's own number; null where the file does not say. */
  readonly account: string | null;
  /** ISO 4217 code of the account; null where the file does not say. */
  readonly currency: string | null;
  readonly entries: readonly BankEntry[];
}

/** Largest file that is read. */
export const STATEMENT_BYTES_MAX = 10 * 1024 * 1024;
/** Most entries that a file may have. */
export const ENTRIES_MAX = 100_000;
