import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasExited } from '../stop-child.ts';
import { readGreeting } from './read-greeting.ts';

const pollMs = 20;
/** Long enough for docker to pull an image first. */
const readyTimeoutMs = 120_000;
const answerTimeoutMs = 1_000;

/** True once the server greets a client; false if it exits or the start is aborted. */
export async function greets(
  child: ChildProcess,
  port: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const deadline = Date.now() + readyTimeoutMs;
  while (!hasExited(child) && child.pid !== undefined && Date.now() < deadline) {
    if (signal?.aborted) return false;
    if (await isGreeted(port)) return !hasExited(child);
    await sleep(pollMs);
  }
  return false;
}

function isGreeted(port: number): Promise<boolean> {
  return readGreeting(port, answerTimeoutMs).then(
    (greeting) => greeting.startsWith('INFO '),
    () => false,
  );
}
