import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 20;

export interface StopLeftover {
  readonly pid: number;
  /** What the server takes as a request to end in an orderly way. */
  readonly signal: NodeJS.Signals;
  readonly timeoutMs: number;
}

/** Ends a process that somebody else started; the caller has made sure that it is the right one. */
export async function stopProcess({ pid, signal, timeoutMs }: StopLeftover): Promise<void> {
  send(pid, signal);
  if (await isGoneWithin(pid, timeoutMs)) return;
  send(pid, 'SIGKILL');
  await isGoneWithin(pid, timeoutMs);
}

async function isGoneWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (send(pid, 0)) {
    if (Date.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

/** Signal 0 only asks whether the process is there. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
