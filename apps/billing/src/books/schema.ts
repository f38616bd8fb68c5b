import type { Generated } from 'kysely';
import type { EntryKind } from './model.ts';

export interface BookEntryRow {
  /** In which order entries were recorded. */
  position: Generated<bigint>;
  invoice_id: string;
  /** From 1, without gaps for an invoice. */
  sequence: number;
  seller_id: string;
  /** A customer of the seller, or the account that pays. */
  holder_id: string;
  currency: string;
  kind: EntryKind;
  source: string | null;
  /** The number of the invoice or of the credit note. */
  document: string;
  amount: bigint;
  /** JSON text. */
  postings: string;
  /** Instant by the clock of the invoice. */
  occurred_at: Date;
  /** In the seller's calendar (ISO 8601); null where that is not known. */
  occurred_on: string | null;
  /** The request that caused it; null where no client asked. */
  request_id: string | null;
  recorded_at: Generated<Date>;
}

export interface BooksTables {
  book_entries: BookEntryRow;
}
