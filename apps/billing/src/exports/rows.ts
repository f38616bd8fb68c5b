import type { ExportRow } from './csv.ts';
import type { Export } from './queries.ts';

/** Some rows of a file, and behind which the next begin; null at its end. */
export interface Rows {
  readonly rows: readonly ExportRow[];
  readonly next: string | null;
}

export interface Wanted extends Pick<Export, 'accountId' | 'from' | 'until' | 'place'> {
  readonly requestId: string;
}
