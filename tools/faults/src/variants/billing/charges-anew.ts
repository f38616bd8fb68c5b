import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { runBilling } from './run-billing.ts';

/** Long enough to be killed in between. */
const LATE_MS = 50;

/** Asks for a charge that was cut off under another key than before. */
await runBilling({
  wrapCollect: (collect) => async (subscription, charge, requestId) => {
    const cause = `${charge.cause}:${randomUUID()}`;
    const outcome = await collect(subscription, { ...charge, cause }, requestId);
    await pause(LATE_MS);
    return outcome;
  },
});
