import { setTimeout as pause } from 'node:timers/promises';

const MS_MAX = 60_000;
const POLL_MS = 50;

type Condition = () => Promise<boolean> | boolean;

/** Waits until a condition holds, a minute by default. @throws Error when it takes longer. */
export async function until(what: string, holds: Condition, msMax = MS_MAX): Promise<void> {
  if (!(await within(msMax, holds))) throw new Error(`${what} took longer than ${msMax / 1_000} s`);
}

/** Waits until a condition holds, for `msMax` at most; returns whether it does. */
export async function within(msMax: number, holds: Condition): Promise<boolean> {
  const endsAt = performance.now() + msMax;
  while (!(await holds())) {
    if (performance.now() > endsAt) return false;
    await pause(POLL_MS);
  }
  return true;
}
