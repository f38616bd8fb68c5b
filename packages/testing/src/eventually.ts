import { setTimeout as pause } from 'node:timers/promises';

/** Shorter in controls (vitest.config.ts), whose first failing test has waited in vain. */
const WAIT_MS_MAX = Number(process.env.FLORIN_TEST_WAIT_MS_MAX ?? 60_000);

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
