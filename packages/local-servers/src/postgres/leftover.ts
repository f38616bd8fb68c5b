import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { run } from '../run.ts';
import { stopProcess } from '../stop-process.ts';

/**
 * Stops a Postgres left behind on this data folder by a killed launcher, and removes a stale lock
 * file, whose process number may belong to another process by now.
 */
export async function stopLeftover(folder: string): Promise<void> {
  const lockFile = join(folder, 'postmaster.pid');
  const lines = await readFile(lockFile, 'utf8').catch(() => '');
  const pid = Number(lines.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;

  if (await isPostmasterOf(pid, folder)) {
    // SIGINT is Postgres's fast shutdown: it disconnects clients and writes a checkpoint.
    await stopProcess({ pid, signal: 'SIGINT', timeoutMs: 8_000 });
  }
  await rm(lockFile, { force: true });
}

async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { output } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
    return output.includes('postgres') && output.includes(folder);
  }
  try {
    // Postgres works in its data folder, which distinguishes it from another copy's.
    const program = await readlink(`/proc/${pid}/exe`);
    const workingFolder = await readlink(`/proc/${pid}/cwd`);
    return basename(program).startsWith('postgres') && workingFolder === (await realpath(folder));
  } catch {
    return false;
  }
}
