import { setTimeout as sleep } from 'node:timers/promises';
import { startOfProcess } from './process-identity.ts';

const pollMs = 20;

export interface StopProcess {
  readonly pid: number;
  /** Signal that asks the process to exit cleanly. */
  readonly signal: NodeJS.Signals;
  readonly timeoutMs: number;
}

/** Stops a process that is not a child. The caller must verify its identity. */
export async function stopProcess({ pid, signal, timeoutMs }: StopProcess): Promise<void> {
  const start = startOfProcess(pid);
  if (start === undefined) return;
  send(pid, signal);
  if (await isGoneWithin(pid, start, timeoutMs)) return;
  send(pid, 'SIGKILL');
  await isGoneWithin(pid, start, timeoutMs);
}

async function isGoneWithin(pid: number, start: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (startOfProcess(pid) === start) {
    if (Date.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It had already exited.
  }
}
