import { DATA_VARIABLE, URL_VARIABLE } from '../../../../../e2e/start-florin.ts';
import type { LiveRow } from '../../row.ts';
import { runTests } from '../../tests/run-tests.ts';

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
    // As long as the stories expect.
    florin: { settlementDelayMs: 1_500 },
    run: ({ florin, isControl, isFull }) =>
      runTests({
        files,
        named: isFull ? undefined : short,
        stories: { [URL_VARIABLE]: florin.url, [DATA_VARIABLE]: florin.dataDir },
        stopsAtFailure: isControl,
      }),
  };
}
