import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '@florin/system-kit';
import { send } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import type { Holder } from '../clients/people.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { openHolders } from './money.ts';
import { startTraffic } from './traffic.ts';

const WORKERS = 32;
const ACCOUNTS = 4;
const OPENING = 100_000;
/** Postgres counts a transaction's deadlocks some time after its end. */
const STATISTICS_MS = 3_000;
const CLOSING_TRIES_MAX = 40;

export const lockOrder: LiveRow = {
  id: 'F12',
  fault:
    '32 workers write to 4 accounts through 3 ledgers: credits, payments that settle, captures, cancellations, refunds and closings',
  holds: 'No deadlock occurs or reaches a client',
  control: 'a ledger that locks the balances of a batch in order of arrival',
  figures: ['deadlocks', 'unanswered', 'imbalance'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/locks-as-they-arrive.ts'),
  }),
  florin: { replicas: { ledger: 3 }, settlementDelayMs: 300 },

  async run(run) {
    const { florin } = run;
    const closings = run.count({ short: 2, full: 20, control: 1 });
    const writesBetween = run.count({ short: 300, full: 1_000 });
    // Detected before a lock timeout, so that each one is counted.
    await florin.sql(`alter system set deadlock_timeout = '50ms'`);
    await florin.sql('select pg_reload_conf()');
    const before = await countDeadlocks(florin.sql);
    const holders = [...(await openHolders(run, ACCOUNTS, OPENING))];
    const callers = await run.reachLedgers();
    const traffic = await startTraffic(run, {
      clients: WORKERS,
      holders,
      callers,
      mayBeGone: true,
    });
    for (let closing = 0; closing < closings; closing += 1) {
      await traffic.untilWritten(writesBetween);
      const [fresh] = await openHolders(run, 1, OPENING);
      const place = run.random.below(ACCOUNTS);
      const closed = holders[place];
      if (!fresh || !closed) throw new Error('there is no account to close');
      await close(run, closed);
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

/** After a lost answer, the repeated request reports a closed account or a missing owner. */
async function close({ florin }: LiveRun, { owner }: Holder): Promise<void> {
  const token = await owner.token();
  for (let tries = 1; ; tries += 1) {
    const request = { method: 'DELETE', path: '/v1/account', token };
    const { status } = (await send(florin.url, request).catch(() => undefined)) ?? { status: 503 };
    if ([200, 401, 409].includes(status)) return;
    if (tries === CLOSING_TRIES_MAX) throw new Error(`an account was not closed: ${status}`);
    await pause(500);
  }
}

async function countDeadlocks(sql: Sql): Promise<number> {
  const [row] = await sql<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(row?.deadlocks);
}
