import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ran } from '../run-row.ts';
import { renderGuarantees } from './guarantees.ts';
import { renderReport } from './render.ts';
import { type Circumstances, mergeResults, type Result, toResult } from './result.ts';

/** Writes a result into `docs/`; results of other rows stay. */
export function keepResult(root: string, ran: Ran, circumstances: Circumstances): void {
  // Synchronous: several rows may end at the same time.
  const results = mergeResults(readResults(root), [toResult(ran, circumstances, new Date())]);
  writeFileSync(pathIn(root), `${JSON.stringify({ results }, null, 2)}\n`);
  writePages(root, results);
}

/** Writes the pages of `docs/` that show results. */
export function writePages(root: string, results: readonly Result[]): void {
  writeFileSync(join(root, 'docs/faults.md'), renderReport(results));
  writeFileSync(join(root, 'docs/guarantees.md'), renderGuarantees(results));
}

/** The last result of each row. */
export function readResults(root: string): readonly Result[] {
  const path = pathIn(root);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).results : [];
}

function pathIn(root: string): string {
  return join(root, 'docs/faults.json');
}
