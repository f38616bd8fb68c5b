import { parseArgs } from 'node:util';
import { namesOf } from '@florin/system-kit';

export interface Arguments {
  readonly isFull: boolean;
  /** Run only the rows required for a change. */
  readonly isForChange: boolean;
  /** Ids of rows; empty for all. */
  readonly only: readonly string[];
  readonly seed: number;
  /** Number of rows that run in parallel. */
  readonly jobs: number;
  /** Path of vitest's JSON report of all tests; tests in it are not run again. */
  readonly testReport: string | undefined;
  readonly help: boolean;
}

const JOBS = 3;
const JOBS_MAX = 8;

export const usage = `npm run faults -- [--full] [--only F1,F16 | --change] [--seed 7] [--jobs 2] [--tests report.json]

  --full   the counts of the table instead of short ones
  --only   just these rows and controls
  --change the rows that a change waits for: marked ones, and as many as fit into the budget of those
           whose modules changed and of the rest, in rotation by the commit id
  --seed   decides every random choice (7)
  --jobs   how many rows are run at the same time (2); by --full one after the other
  --tests  JSON report of the tests: tests in it are not run again
  --help   this text
`;

/** @throws Error for invalid arguments. */
export function parseArguments(given: readonly string[], known: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      full: { type: 'boolean', default: false },
      change: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      jobs: { type: 'string' },
      seed: { type: 'string', default: '7' },
      tests: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const only = namesOf('--only', values.only, known);
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed ${values.seed}: use a whole number`);
  // Full runs measure: no other row runs in parallel.
  const jobs = Number(values.jobs ?? (values.full ? 1 : JOBS));
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > JOBS_MAX)
    throw new Error(`--jobs ${values.jobs}: use a number from 1 to ${JOBS_MAX}`);
  return {
    isFull: values.full,
    isForChange: values.change,
    ...{ only, seed, jobs, testReport: values.tests, help: values.help },
  };
}
