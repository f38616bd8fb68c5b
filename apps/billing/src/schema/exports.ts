import type { exportFormats, exportStatuses, exportTypes } from '@florin/contracts';
import type { Generated } from 'kysely';

export interface ExportRow {
  id: string;
  account_id: string;
  type: (typeof exportTypes)[number];
  format: (typeof exportFormats)[number];
  span_from: Date;
  span_until: Date;
  timezone: string;
  /** JSON text: how CSV is written; null for RFC 4180. */
  options: string | null;
  status: (typeof exportStatuses)[number];
  rows: Generated<bigint>;
  bytes: Generated<bigint>;
  pieces: Generated<number>;
  /** The row after which the next piece begins; null at the beginning. */
  place: string | null;
  attempts: Generated<number>;
  failure: string | null;
  /** Key that signs its links. */
  link_key: string;
  /** A process works on it until then. */
  leased_until: Generated<Date>;
  created_at: Generated<Date>;
  finished_at: Date | null;
}
