import type * as model from '../../../../../packages/events/src/publishing/progress-model.ts';

export { follow } from '../../../../../packages/events/src/publishing/progress-model.ts';

/** Detects no loss. */
export const hasLost: typeof model.hasLost = () => false;

/** Purges messages even if consumers have not handled them. */
export const purgeBefore: typeof model.purgeBefore = ({ bytes, bytesMax, lastSequence }) =>
  bytes > bytesMax / 2 ? lastSequence + 1n : undefined;
