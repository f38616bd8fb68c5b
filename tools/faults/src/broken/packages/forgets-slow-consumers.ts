import type * as model from '../../../../../packages/events/src/publishing/progress-model.ts';

export { follow } from '../../../../../packages/events/src/publishing/progress-model.ts';

/** It never sees a loss. */
export const hasLost: typeof model.hasLost = () => false;

/** It makes room whatever consumers have handled. */
export const purgeBefore: typeof model.purgeBefore = ({ bytes, bytesMax, lastSequence }) =>
  bytes > bytesMax / 2 ? lastSequence + 1n : undefined;
