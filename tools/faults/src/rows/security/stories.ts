import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_VARIABLE, LOG_FILE, URL_VARIABLE } from '../../../../../e2e/start-florin.ts';
import type { Florin, FlorinNeeds } from '../../florin/start-florin.ts';
import type { LiveRow, Outcome } from '../../row.ts';
import { runTests, type TestRun } from '../../tests/run-tests.ts';

/** What stories expect of the system that they are told to. */
export const STORIES_NEED: FlorinNeeds = { settlementDelayMs: 1_500 };

export interface Stories extends Omit<LiveRow, 'run' | 'figures' | 'florin'> {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  /** Which of them are told by short counts, as a pattern of their names. */
  readonly short?: string;
}

/** A row that stories of a whole system show: they end well on it, and badly on a broken one. */
export function stories({ files, short, ...described }: Stories): LiveRow {
  return {
    ...described,
    figures: ['tests failed'],
    florin: STORIES_NEED,
    run: ({ florin, isControl, isFull }) =>
      tellTo(florin, { files, named: isFull ? undefined : short, isControl }),
  };
}

/** Tells stories to a system that runs. */
export function tellTo(
  { url, dataDir, logFile }: Florin,
  { isControl, ...told }: Pick<TestRun, 'files' | 'named'> & { readonly isControl: boolean },
): Promise<Outcome> {
  // Where stories look for what the processes print.
  const output = join(dataDir, LOG_FILE);
  if (!existsSync(output)) symlinkSync(logFile, output);
  return runTests({
    ...told,
    stories: { [URL_VARIABLE]: url, [DATA_VARIABLE]: dataDir },
    stopsAtFailure: isControl,
  });
}
