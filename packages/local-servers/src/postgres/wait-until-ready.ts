import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasExited } from '../stop-child.ts';

const pollMs = 15;
/** Long, since Postgres replays its log after a crash. */
const readyTimeoutMs = 120_000;
const statusLine = 7;

/** True once Postgres accepts connections; false if it exits or the start is aborted. */
export async function isReady(
  child: ChildProcess,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const deadline = Date.now() + readyTimeoutMs;
  while (!hasExited(child) && !signal?.aborted) {
    if (Date.now() > deadline) return false;
    // The same file and line that pg_ctl checks.
    const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
    const lines = file.split('\n');
    if (Number(lines[0]) === child.pid && lines[statusLine]?.trim() === 'ready') return true;
    await sleep(pollMs);
  }
  return false;
}
