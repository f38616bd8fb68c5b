import type { OutboxRow } from '@florin/database';
import { nounOf } from './gathered.ts';

/** How much goes into one message. */
export interface RunBounds {
  readonly eventsMax: number;
  /** Of their bodies and the line breaks between them; a larger event goes alone. */
  readonly bytesMax: number;
}

/** Consecutive events of one noun: at least one. */
export type Run<Row = OutboxRow> = readonly [Row, ...Row[]];

/** Cuts events, in their order, into runs that are each published as one message. */
export function cutRuns<Row extends Pick<OutboxRow, 'type' | 'body'>>(
  rows: readonly Row[],
  { eventsMax, bytesMax }: RunBounds,
): readonly Run<Row>[] {
  const runs: [Row, ...Row[]][] = [];
  let noun: string | undefined;
  let bytes = 0;
  for (const row of rows) {
    const run = runs.at(-1);
    // Whoever reads a run tells its events apart by their lines: one of several lines is none of it.
    const own = row.body.includes('\n') ? undefined : nounOf(row.type);
    const size = Buffer.byteLength(row.body);
    const fits = run && run.length < eventsMax && bytes + 1 + size <= bytesMax;
    if (fits && own !== undefined && own === noun) {
      run.push(row);
      bytes += 1 + size;
    } else {
      runs.push([row]);
      bytes = size;
    }
    noun = own;
  }
  return runs;
}
