import { setTimeout as pause } from 'node:timers/promises';

const WAIT_MS_MAX = 20_000;

/** Waits until the check stops throwing; throws what it last threw when that takes too long. */
export async function eventually<Result>(check: () => Promise<Result>): Promise<Result> {
  const waitEndsAt = performance.now() + WAIT_MS_MAX;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > waitEndsAt) throw error;
      await pause(25);
    }
  }
}
