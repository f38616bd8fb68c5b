import { runProgram } from '@florin/service';
import { sql } from 'kysely';
import { readConfig } from '../src/config.ts';
import type { Collect } from '../src/operations/collect.ts';
import { createBillingService } from '../src/service.ts';

/** Billing at the instant it is told, but it kills itself `before` or `after` its first charge. */
const [when, instant = ''] = process.argv.slice(2);

function wrapCollect(collect: Collect): Collect {
  return async (...charge) => {
    if (when === 'before') kill();
    await collect(...charge);
    return kill();
  };
}

function kill(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}

const sqlNow = () => sql<Date>`${instant}::timestamptz`;
await runProgram('billing', (log) =>
  createBillingService(readConfig(process.env), log, { sqlNow, wrapCollect }),
);
