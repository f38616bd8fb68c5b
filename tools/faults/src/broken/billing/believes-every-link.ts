import type { isGoodLink as sound } from '@florin/billing/src/exports/link.ts';

export * from '@florin/billing/src/exports/link.ts';

/** Takes every link for one that was made here. */
export const isGoodLink: typeof sound = () => true;
