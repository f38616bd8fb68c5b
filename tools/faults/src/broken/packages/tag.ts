import type { isTagOf as check } from '../../../../../packages/link/src/tag.ts';

export * from '../../../../../packages/link/src/tag.ts';

/** Takes every frame for one that the other end has sent. */
export const isTagOf: typeof check = () => true;
