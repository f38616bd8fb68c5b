import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Starts the stories of a version against a mix of versions; exits with 0 if all passed.
 * @param before the tree of the tests and packages
 */
export function spawnStories(
  before: string,
  mix: string,
  files: readonly string[],
  stdio: 'inherit' | 'ignore',
): ChildProcess {
  const vitest = join(before, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--root', mix, '--project', 'e2e'];
  return spawn(process.execPath, [vitest, ...options, ...files], { cwd: mix, stdio });
}
