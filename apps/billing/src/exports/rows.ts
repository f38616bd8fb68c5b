import type { grpcServices } from '@florin/contracts/protos';
import type { PromiseClient } from '@florin/grpc';
import type { Kysely } from 'kysely';
import type { BillingTables } from '../schema.ts';
import type { ExportRow } from './csv.ts';
import type { Export } from './queries.ts';

export type HistoryClient = PromiseClient<(typeof grpcServices)['history']['service']>;

export interface SourceDeps {
  readonly db: Kysely<BillingTables>;
  readonly history: HistoryClient;
}

/** Source of the rows of a type of file. */
export interface Source {
  readonly columns: readonly string[];
  /** Columns with amounts in minor units, each of which has another one in major units. */
  readonly amounts: readonly string[];
  readonly read: (deps: SourceDeps, wanted: Wanted) => Promise<Rows>;
  /** A format of its own instead of CSV. */
  readonly layout?: Layout;
}

export interface Layout {
  readonly head: (deps: SourceDeps, made: Export) => Promise<string>;
  readonly body: (rows: readonly ExportRow[]) => string;
  readonly encode: (text: string) => Buffer;
  readonly rowsMax: number;
}

/** Files are written in the background, so a slow ledger may take longer than in a request. */
export const HISTORY_TIMEOUT_MS = 20_000;

/** Rows that a piece is made of. */
export const PAGE = 500;

/** Some rows of a file, and behind which the next begin; null at its end. */
export interface Rows {
  readonly rows: readonly ExportRow[];
  readonly next: string | null;
}

export interface Wanted
  extends Pick<Export, 'accountId' | 'from' | 'until' | 'timezone' | 'place'> {
  readonly requestId: string;
  /** To be called with each page of what takes long; throws once another process works on it. */
  readonly keepOn: () => Promise<void>;
}

/** Behind which row the next page begins; null behind a page that is not full. */
export function nextOf(rows: readonly { readonly id: string }[], limit: number): string | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}
