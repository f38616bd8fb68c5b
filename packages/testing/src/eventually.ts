import { setTimeout as pause } from 'node:timers/promises';

/** Shorter in controls (vitest.config.ts), whose failing test waits for the full time. */
const WAIT_MS_MAX = Number(process.env.FLORIN_TEST_WAIT_MS_MAX ?? 60_000);

/** Repeats a check until it stops throwing; after the time limit, throws its last error. */
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
