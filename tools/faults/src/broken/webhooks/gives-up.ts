import { PACE as sound } from '@florin/webhooks/src/limits.ts';

export * from '@florin/webhooks/src/limits.ts';

/** Never retries a delivery. */
export const PACE: typeof sound = { ...sound, retryDelaysMs: [], firstPauseMs: 100 };
