import { setTimeout as pause } from 'node:timers/promises';

const MS_MAX = 60_000;
const POLL_MS = 50;

type Condition = () => Promise<boolean> | boolean;

/** Waits until a condition holds, for up to a minute by default. @throws Error after that */
export async function until(what: string, holds: Condition, msMax = MS_MAX): Promise<void> {
  if (!(await within(msMax, holds))) throw new Error(`${what} took longer than ${msMax / 1_000} s`);
}

/** Waits up to `msMax` for a condition; returns whether it holds. */
export async function within(msMax: number, holds: Condition): Promise<boolean> {
  const endsAt = performance.now() + msMax;
  while (!(await holds())) {
    if (performance.now() > endsAt) return false;
    await pause(POLL_MS);
  }
  return true;
}
