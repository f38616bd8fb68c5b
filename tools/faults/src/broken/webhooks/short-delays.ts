import { PACE as sound } from '@florin/webhooks/src/limits.ts';

export * from '@florin/webhooks/src/limits.ts';

/** Nine retries as usual, but within seconds. */
const retryDelaysMs = [100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000];

export const PACE: typeof sound = { ...sound, retryDelaysMs, firstPauseMs: 100 };
