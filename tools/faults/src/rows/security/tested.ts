import { type ReplacedModule, toReplacement } from '../../florin/variants.ts';
import type { PureRow } from '../../row.ts';
import { findOutcome, runTests } from '../../tests/run-tests.ts';

export interface Tested extends Omit<PureRow, 'run' | 'figures'> {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  readonly broken: ReplacedModule;
}

/** A row that tests of the product show: they pass on it, and fail where one module is broken. */
export function tested({ files, broken, ...described }: Tested): PureRow {
  const replacement = toReplacement(broken);
  return {
    ...described,
    broken,
    figures: ['tests failed'],
    run: async ({ isControl, testReport }) =>
      (testReport && (await findOutcome(testReport, files))) ||
      runTests({
        files,
        replacement: isControl ? replacement : undefined,
        stopsAtFailure: isControl,
      }),
  };
}
