import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { collect as sound } from '@florin/billing/src/collection/charges/collect.ts';

export * from '@florin/billing/src/collection/charges/collect.ts';

/** Long enough for a kill before billing stores the outcome. */
const LATE_MS = 200;

/** Repeats an interrupted charge under a new key. */
export const collect: typeof sound = async (deps, subscription, charge, requestId) => {
  const cause = `${charge.cause}:${randomUUID()}`;
  const outcome = await sound(deps, subscription, { ...charge, cause }, requestId);
  await pause(LATE_MS);
  return outcome;
};
