import type { Currency } from '@florin/money';

/** One payment in a bank statement. */
export interface BankEntry {
  /** Stable id: reading the same statement twice gives the same ids. SHA-256 in base64url. */
  readonly entryReference: string;
  /** Number of equal entries before this one in its file; null if the bank assigned an id. */
  readonly equalBefore: number | null;
  /** YYYY-MM-DD, by the bank's calendar. */
  readonly bookingDate: string;
  /** Minor units, never negative. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly creditDebit: 'credit' | 'debit';
  /** Whether it reverses an earlier entry. `creditDebit` gives the direction of the reversal. */
  readonly isReversal: boolean;
  /** Remittance information. */
  readonly remittance: {
    /** A creditor reference, such as ISO 11649. */
    readonly structured: string | null;
    readonly unstructured: string | null;
  };
  /** End-to-end id set by the payer. */
  readonly endToEndId: string | null;
  /** The other party: payer of a credit, payee of a debit. */
  readonly counterparty: { readonly name: string | null; readonly iban: string | null };
}

/** One account's statement in a file. */
export interface BankStatement {
  /** The bank's id of the statement; null if the file has none. */
  readonly id: string | null;
  /** IBAN or the bank's account number; null if the file has none. */
  readonly account: string | null;
  /** ISO 4217 code of the account's currency; null if the file has none. */
  readonly currency: string | null;
  readonly entries: readonly BankEntry[];
}

/** Size limit of a file. */
export const STATEMENT_BYTES_MAX = 10 * 1024 * 1024;
/** Limit of entries in a file. */
export const ENTRIES_MAX = 100_000;
