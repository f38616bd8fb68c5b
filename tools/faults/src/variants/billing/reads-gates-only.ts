import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { runBilling } from './run-billing.ts';

const LATE_MS = 50;

/** Looks at the gates of accounts without holding them. */
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
  const isOfGates = typeof first === 'string' && first.includes('from account_gates');
  if (!isOfGates) return query.call(this, first, ...rest);
  const asked = query.call(this, first.replace('for share', ''), ...rest) as Promise<unknown>;
  return asked.then(async (result) => {
    await pause(LATE_MS);
    return result;
  });
} as typeof pg.Client.prototype.query;
await runBilling();
