import type { Generated } from 'kysely';

export interface DocumentFileRow {
  /** An invoice or a credit note. */
  document_id: string;
  state: string;
  kind: string;
  seller_id: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: Buffer;
  created_at: Generated<Date>;
}
