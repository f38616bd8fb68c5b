import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ran } from '../run-row.ts';
import { renderReport } from './render.ts';
import { type Circumstances, mergeResults, type Result, toResult } from './result.ts';

/** Writes what was seen into `docs/`; what other runs have seen of other rows stays. */
export async function keepResults(
  root: string,
  ran: readonly Ran[],
  circumstances: Circumstances,
): Promise<void> {
  const path = join(root, 'docs/faults.json');
  const kept: { results: readonly Result[] } = JSON.parse(
    await readFile(path, 'utf8').catch(() => '{"results":[]}'),
  );
  const fresh = ran.map((one) => toResult(one, circumstances, new Date()));
  const results = mergeResults(kept.results, fresh);
  await writeFile(path, `${JSON.stringify({ results }, null, 2)}\n`);
  await writeFile(join(root, 'docs/faults.md'), renderReport(results));
}
