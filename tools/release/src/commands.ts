import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** Runs a program in the root folder and returns its standard output. @throws Error if it fails. */
export function run(program: string, args: readonly string[], cwd = root): string {
  const { status, stdout, stderr, error } = tryRun(program, args, { cwd });
  if (status === 0) return stdout;
  const reason = error?.message ?? `${stderr}${stdout}`.trim().split('\n').slice(-10).join('\n');
  throw new Error(`${program} ${args.join(' ')} failed: ${reason}`);
}

/** The same without an error; `status` is null if the program does not exist. */
export function tryRun(program: string, args: readonly string[], options: SpawnSyncOptions = {}) {
  const all = { cwd: root, maxBuffer: 256 * 1024 * 1024, ...options, encoding: 'utf8' as const };
  return spawnSync(program, args, all);
}
