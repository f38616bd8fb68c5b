import type { Generated } from 'kysely';

/** An answer of a tax engine. */
export interface TaxCalculationRow {
  id: string;
  seller_id: string;
  /** The customer or the account that buys. */
  holder_id: string;
  /** SHA-256 of the request, in base64url. */
  inputs_hash: string;
  /** The engine's id. */
  calculation_id: string;
  /** JSON text: the taxes of each line. */
  taxes: string;
  /** The invoice that was taxed by it; null while it may be used. */
  invoice_id: string | null;
  created_at: Generated<Date>;
  /** Unused it counts until then. */
  expires_at: Date;
}

/** A sale, or a part of one that is taken back, for a tax engine. */
export interface TaxReportRow {
  id: string;
  seller_id: string;
  invoice_id: string;
  /** The invoice, or the credit note. */
  document_id: string;
  kind: 'sale' | 'credit' | 'void' | 'unused';
  /** The calculation of a sale; null for a reversal. */
  calculation_id: string | null;
  /** JSON text: the lines that are taken back; null for all of the sale. */
  lines: string | null;
  /** The engine's ids of the report and, as JSON text, of its lines; null until it is reported. */
  transaction_id: string | null;
  line_ids: string | null;
  /** Why the last try failed. */
  problem: string | null;
  tries: Generated<number>;
  next_try_at: Generated<Date>;
  created_at: Generated<Date>;
  done_at: Date | null;
}
