import { setTimeout as pause } from 'node:timers/promises';
import type { PeerName } from '@florin/contracts';
import type { ListedProcess } from '@florin/system-kit';
import { findAccountFlaws } from '../auditor/accounts.ts';
import { audit } from '../auditor/audit.ts';
import { findFailures } from '../auditor/failures.ts';
import { variant } from '../florin/variants.ts';
import { isAlive } from '../is-alive.ts';
import type { LiveRow } from '../row.ts';
import { startLives } from './lives.ts';
import { openHolders } from './money.ts';
import { startTraffic } from './traffic.ts';

const APPS: readonly PeerName[] = [
  'ledger',
  'identity',
  'accounts',
  'billing',
  'webhooks',
  'gateway',
];
/** Few enough to leave two processors time to start a process within a request's timeout. */
const LIVES = 2;
const WRITERS = { short: 3, full: 6, control: 6 };
const ACCOUNTS = 4;
const OPENING = 100_000;
const WRITES_BETWEEN = 40;
/** Leaves processor time to starting processes. */
const REST_MS = 20;
const DRAIN_MS_MAX = 10_000;
/** How long a stopping process is observed. */
const FOLLOW_MS_MAX = 15_000;

export const restarts: LiveRow = {
  id: 'F20',
  fault: 'Each process of each service gets SIGTERM in turn, under load',
  holds: 'Requests in flight complete, none fails, and the process exits within 10 s',
  control: 'a ledger that exits immediately',
  figures: ['failed', 'slow to end', 'lost', 'duplicate'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/main.ts'),
    by: () => import('../broken/ledger/ends-at-once.ts'),
  }),
  // A request delayed by other work would count as failed.
  isTimed: true,
  florin: {
    replicas: { ledger: 2, identity: 2, accounts: 2, billing: 2, webhooks: 2 },
  },

  async run(run) {
    const { processes, sql } = run.florin;
    // Rounds restart both processes of the broken app until it shows.
    const rounds = run.count({ short: 1, full: 20, control: 10 });
    const apps: readonly PeerName[] = run.isControl ? ['ledger'] : APPS;
    const all = rounds * apps.length;
    const lives = await startLives(run, LIVES);
    const holders = await openHolders(run, ACCOUNTS, OPENING);
    const traffic = await startTraffic(run, {
      clients: run.count(WRITERS),
      holders,
      restMs: REST_MS,
    });
    let slow = 0;
    let restarted = 0;
    // Whether requests are in flight at that moment depends on timing.
    const isFoundOut = async () => run.isControl && (await findFailures(run)).length > 0;
    while (restarted < all && !(await isFoundOut())) {
      const turn = restarted;
      await traffic.untilWritten(WRITES_BETWEEN);
      const app = apps[turn % apps.length] ?? 'ledger';
      const running = processes.of(app);
      const one = running[Math.floor(turn / apps.length) % running.length];
      if (!one) throw new Error(`no ${app} is running`);
      process.kill(one.pid, 'SIGTERM');
      if (!(await hasEnded(one))) slow += 1;
      await processes.untilUp(app, running.length);
      restarted += 1;
      run.progress(restarted, all);
    }
    await traffic.untilWritten(WRITES_BETWEEN);
    await Promise.all([traffic.end(), lives.end()]);
    const { stuck, halfDone } = await findAccountFlaws(sql);
    const failures = await findFailures(run);
    const { violations, details, judgement } = await audit(run);
    return {
      violations: {
        failed: failures.length,
        'slow to end': slow,
        stuck: stuck.length,
        'half done': halfDone.length,
        ...violations,
      },
      details: [...failures.slice(0, 5), ...stuck, ...halfDone, ...details],
      of: `${judgement.acknowledged} acknowledged requests, ${restarted} restarts`,
    };
  },
};

async function hasEnded({ pid }: ListedProcess): Promise<boolean> {
  const startedAt = performance.now();
  while (isAlive(pid) && performance.now() < startedAt + FOLLOW_MS_MAX) await pause(20);
  return performance.now() - startedAt <= DRAIN_MS_MAX;
}
