import type { ExportRow } from './csv.ts';
import type { Export } from './queries.ts';

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
