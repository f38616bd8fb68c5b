import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasExited } from '../stop-child.ts';

const pollMs = 20;
/** Long enough for docker to fetch an image first. */
const readyTimeoutMs = 120_000;
const answerTimeoutMs = 1_000;

/** True once a client is greeted, false when the server ended instead or is not wanted any more. */
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

/** A NATS server speaks first, with a line that starts with INFO. */
async function isGreeted(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const [first]: unknown[] = await once(socket, 'data', { signal });
    return String(first).startsWith('INFO ');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
