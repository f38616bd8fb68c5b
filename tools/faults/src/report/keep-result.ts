import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ran } from '../run-row.ts';
import { renderReport } from './render.ts';
import { type Circumstances, mergeResults, type Result, toResult } from './result.ts';

/** Writes what was seen into `docs/`; what other runs have seen of other rows stays. */
export function keepResult(root: string, ran: Ran, circumstances: Circumstances): void {
  const path = join(root, 'docs/faults.json');
  // In one go: several rows end at the same time.
  const kept: { results: readonly Result[] } = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { results: [] };
  const results = mergeResults(kept.results, [toResult(ran, circumstances, new Date())]);
  writeFileSync(path, `${JSON.stringify({ results }, null, 2)}\n`);
  writeFileSync(join(root, 'docs/faults.md'), renderReport(results));
}
