import type { Kysely } from 'kysely';
import type { HistoryClient } from '../../clients.ts';
import type { BillingTables } from '../../schema.ts';
import type { ExportRow } from './csv.ts';
import type { Export } from './queries.ts';

export interface SourceDeps {
  readonly db: Kysely<BillingTables>;
  readonly history: HistoryClient;
}

/** Source of the rows of a type of file. */
export interface Source {
  readonly columns: readonly string[];
  /** Columns in minor units; each gets a second column in major units. */
  readonly amounts: readonly string[];
  readonly read: (deps: SourceDeps, wanted: Wanted) => Promise<Rows>;
  /** A format other than CSV. */
  readonly layout?: Layout;
}

export interface Layout {
  readonly head: (deps: SourceDeps, made: Export) => Promise<string>;
  readonly body: (rows: readonly ExportRow[]) => string;
  readonly encode: (text: string) => Buffer;
  readonly rowsMax: number;
}

/** Files are written in the background, so the ledger may take longer than in a request. */
export const HISTORY_TIMEOUT_MS = 20_000;

/** Rows in a piece. */
export const PAGE = 500;

/** Rows of a file, and the cursor of the next ones; null at the end. */
export interface Rows {
  readonly rows: readonly ExportRow[];
  readonly next: string | null;
}

export interface Wanted
  extends Pick<Export, 'accountId' | 'from' | 'until' | 'timezone' | 'place'> {
  readonly requestId: string;
  /**
   * Must be called with each page of a long read; throws if another process has taken the export.
   */
  readonly keepOn: () => Promise<void>;
}

/** The cursor of the next page; null after a page that is not full. */
export function nextOf(rows: readonly { readonly id: string }[], limit: number): string | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}
