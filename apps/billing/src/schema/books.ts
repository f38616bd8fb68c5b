import type { Generated } from 'kysely';
import type { EntryKind } from '../domain/books/model.ts';

export interface BookEntryRow {
  /** The order in which entries were recorded. */
  position: Generated<bigint>;
  /** The invoice; the credit entry for entries without one. */
  invoice_id: string;
  /** Starts at 1 for each invoice, without gaps. */
  sequence: number;
  seller_id: string;
  /** A customer of the seller, or the account that pays. */
  holder_id: string;
  currency: string;
  kind: EntryKind;
  source: string | null;
  /** The number of the invoice or of the credit note, or the id of the credit entry. */
  document: string;
  amount: bigint;
  /** JSON text. */
  postings: string;
  /** Instant by the invoice's clock. */
  occurred_at: Date;
  /** In the seller's calendar (ISO 8601); null if that is unknown. */
  occurred_on: string | null;
  /** The request that caused it; null if there was no client request. */
  request_id: string | null;
  recorded_at: Generated<Date>;
}

export interface BooksTables {
  book_entries: BookEntryRow;
}
