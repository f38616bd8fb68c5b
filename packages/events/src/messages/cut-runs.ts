import type { OutboxRow } from '@florin/database';
import { nounOf } from './gathered.ts';

/** Limits of one message. */
export interface RunBounds {
  readonly eventsMax: number;
  /** Size of the bodies and the line breaks between them. A larger event goes alone. */
  readonly bytesMax: number;
}

/** One or more consecutive events of one noun. */
export type Run<Row = OutboxRow> = readonly [Row, ...Row[]];

/** Splits events into runs, each published as one message, in order. */
export function cutRuns<Row extends Pick<OutboxRow, 'type' | 'body'>>(
  rows: readonly Row[],
  { eventsMax, bytesMax }: RunBounds,
): readonly Run<Row>[] {
  const runs: [Row, ...Row[]][] = [];
  let noun: string | undefined;
  let bytes = 0;
  for (const row of rows) {
    const run = runs.at(-1);
    // Readers split a run by lines, so an event with line breaks cannot be part of one.
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
