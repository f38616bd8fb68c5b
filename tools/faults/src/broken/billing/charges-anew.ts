import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCollect as make } from '@florin/billing/src/operations/collect.ts';

export * from '@florin/billing/src/operations/collect.ts';

/** Long enough to be killed in between. */
const LATE_MS = 50;

/** Asks for a charge that was cut off under another key than before. */
export const makeCollect: typeof make = (...parts) => {
  const collect = make(...parts);
  return async (subscription, charge, requestId) => {
    const cause = `${charge.cause}:${randomUUID()}`;
    const outcome = await collect(subscription, { ...charge, cause }, requestId);
    await pause(LATE_MS);
    return outcome;
  };
};
