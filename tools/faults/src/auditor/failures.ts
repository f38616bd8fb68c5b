import { type AttemptResult, readJournals } from '@florin/system-kit';
import type { LiveRun } from '../row.ts';

/** Attempts that were cut off, or answered with a server error. */
export async function findFailures({
  folder,
}: Pick<LiveRun, 'folder'>): Promise<readonly string[]> {
  const exchanges = await readJournals(folder);
  return exchanges.flatMap(({ intent, results }) =>
    results.filter(isFailure).map((result) => {
      const what = 'status' in result ? `${result.status} ${result.body?.message}` : result.broken;
      return `failed: ${intent.method} ${intent.path}: ${what}`;
    }),
  );
}

/** A refused connection had no effect: the only gateway is just starting. */
function isFailure(result: AttemptResult): boolean {
  return 'status' in result ? result.status >= 500 : result.broken !== 'ECONNREFUSED';
}
