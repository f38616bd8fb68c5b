import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { drivers } from './drivers/all.ts';

const root = join(import.meta.dirname, '../../../..');

/** Runs the rules of the contract for one processor, and prints each result. */
function run(name: string | undefined): number {
  const names = Object.keys(drivers);
  if (name === undefined || !names.includes(name)) {
    process.stderr.write(`pnpm processor-conformance NAME: there are ${names.join(', ')}\n`);
    return 2;
  }
  const test = 'apps/processors/test/conformance/conformance.test.ts';
  const { status } = spawnSync(
    process.execPath,
    [
      ...['scripts/bootstrap.mjs', 'test', '--project', 'unit', test],
      ...['--reporter=verbose', '--hideSkippedTests', '--testNamePattern', `^${name} `],
    ],
    { cwd: root, stdio: 'inherit' },
  );
  return status ?? 1;
}

process.exitCode = run(process.argv[2]);
