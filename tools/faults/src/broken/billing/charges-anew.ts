import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { collect as sound } from '@florin/billing/src/charges/collect.ts';

export * from '@florin/billing/src/charges/collect.ts';

/** Long enough to be killed in between. */
const LATE_MS = 200;

/** Asks for a charge that was cut off under another key than before. */
export const collect: typeof sound = async (deps, subscription, charge, requestId) => {
  const cause = `${charge.cause}:${randomUUID()}`;
  const outcome = await sound(deps, subscription, { ...charge, cause }, requestId);
  await pause(LATE_MS);
  return outcome;
};
