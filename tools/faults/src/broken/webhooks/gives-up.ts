import { PACE as sound } from '@florin/webhooks/src/limits.ts';

export * from '@florin/webhooks/src/limits.ts';

/** Never tries a delivery again. */
export const PACE: typeof sound = { ...sound, retryDelaysMs: [], firstPauseMs: 100 };
