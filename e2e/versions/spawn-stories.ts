import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Starts the stories of a version against a mix of versions; it ends with exit code 0 when all of
 * them passed.
 * @param before whose tests and packages are used
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
