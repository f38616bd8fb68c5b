import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../auditor/audit.ts';
import type { Sql } from '../florin/sql.ts';
import type { LiveRow } from '../row.ts';
import { openHolders } from './money.ts';
import { startTraffic } from './traffic.ts';

const WORKERS = 32;
const ACCOUNTS = 4;
const OPENING = 100_000;
/** Postgres counts a transaction's deadlocks some time after it has ended. */
const STATISTICS_MS = 3_000;

export const lockOrder: LiveRow = {
  id: 'F12',
  fault:
    '32 workers write to 4 accounts through 3 ledgers: credits, payments that settle, captures, cancellations, refunds, and closings',
  holds: 'no deadlock, and none that reaches a client',
  control: 'locks the balances of a batch as its commands come',
  figures: ['deadlocks', 'unanswered', 'imbalance'],
  brokenLedger: 'locks-as-they-arrive.ts',
  florin: { ledgers: 3, settlementDelayMs: 300 },

  async run(run) {
    const { florin, people } = run;
    const closings = run.count({ short: 4, full: 20, control: 2 });
    const writesBetween = run.count({ short: 600, full: 1_000 });
    // Found sooner than a lock is given up, so that each one is counted.
    await florin.sql(`alter system set deadlock_timeout = '50ms'`);
    await florin.sql('select pg_reload_conf()');
    const before = await countDeadlocks(florin.sql);
    const holders = [...(await openHolders(run, ACCOUNTS, OPENING))];
    const caller = await people.makeAdmin();
    const traffic = await startTraffic(run, { clients: WORKERS, holders, caller, mayBeGone: true });
    for (let closing = 0; closing < closings; closing += 1) {
      await traffic.untilWritten(writesBetween);
      const [fresh] = await openHolders(run, 1, OPENING);
      const place = run.random.below(ACCOUNTS);
      const closed = holders[place];
      if (!fresh || !closed) throw new Error('there is no account to close');
      await people.must(async () => ({
        method: 'DELETE',
        path: '/v1/account',
        token: await closed.owner.token(),
      }));
      holders[place] = fresh;
      run.progress(closing + 1, closings);
    }
    await traffic.end();
    await pause(STATISTICS_MS);
    const deadlocks = (await countDeadlocks(florin.sql)) - before;
    const { violations, details, judgement } = await audit(run);
    return {
      violations: { deadlocks, ...violations },
      details,
      of: `${judgement.acknowledged} acknowledged writes, ${closings} closings`,
    };
  },
};

async function countDeadlocks(sql: Sql): Promise<number> {
  const [row] = await sql<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(row?.deadlocks);
}
