import type { Generated } from 'kysely';

/** A stored calculation of a tax engine. */
export interface TaxCalculationRow {
  id: string;
  seller_id: string;
  /** The buying customer or account. */
  holder_id: string;
  /** SHA-256 of the request, in base64url. */
  inputs_hash: string;
  /** The engine's id. */
  calculation_id: string;
  /** JSON text: the taxes of each line. */
  taxes: string;
  /** The invoice that uses it; null while it is unused. */
  invoice_id: string | null;
  created_at: Generated<Date>;
  /** An unused calculation expires then. */
  expires_at: Date;
}

/** A sale, or a full or partial reversal of one, to report to a tax engine. */
export interface TaxReportRow {
  id: string;
  seller_id: string;
  invoice_id: string;
  /** The invoice, or the credit note. */
  document_id: string;
  kind: 'sale' | 'credit' | 'void' | 'unused';
  /** The calculation of a sale; null for a reversal. */
  calculation_id: string | null;
  /** JSON text: the reversed lines; null for the whole sale. */
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
