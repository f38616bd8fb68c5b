import { join } from 'node:path';
import type { PureRow } from '../../row.ts';
import { runTests } from '../../tests/run-tests.ts';

const root = join(import.meta.dirname, '../../../../..');

export interface Tested extends Omit<PureRow, 'run' | 'figures'> {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  readonly broken: {
    /** Path from the root of the repository. */
    readonly module: string;
    /** What is run in its place: a file of `src/broken`. */
    readonly by: string;
  };
}

/** A row that tests of the product show: they pass on it, and fail where one module is broken. */
export function tested({ files, broken, ...described }: Tested): PureRow {
  const replacement = {
    module: join(root, broken.module),
    by: join(import.meta.dirname, '../../broken', broken.by),
  };
  return {
    ...described,
    figures: ['tests failed'],
    run: ({ isControl }) =>
      runTests({
        files,
        replacement: isControl ? replacement : undefined,
        stopsAtFailure: isControl,
      }),
  };
}
