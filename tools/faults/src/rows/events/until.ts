import { setTimeout as pause } from 'node:timers/promises';

const MS_MAX = 60_000;

/** Waits until something is so. @throws Error when it is not after a minute. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  if (!(await within(MS_MAX, isSo)))
    throw new Error(`${what} took longer than ${MS_MAX / 1_000} s`);
}

/** Waits until something is so, for so long at most; returns whether it is. */
export async function within(
  msMax: number,
  isSo: () => Promise<boolean> | boolean,
): Promise<boolean> {
  const endsAt = performance.now() + msMax;
  while (!(await isSo())) {
    if (performance.now() > endsAt) return false;
    await pause(50);
  }
  return true;
}
