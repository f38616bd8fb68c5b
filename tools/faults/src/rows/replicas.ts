import { setTimeout as pause } from 'node:timers/promises';
import { type PeerName, serviceNames } from '@florin/contracts';
import { spawnNginx } from '@florin/local-servers';
import type { ListedProcess } from '@florin/system-kit';
import { findAccountFlaws } from '../auditor/accounts.ts';
import { audit } from '../auditor/audit.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { startLives } from './lives.ts';
import { openHolders } from './money.ts';
import { startTraffic, type Traffic } from './traffic.ts';

const APPS: readonly PeerName[] = [...serviceNames, 'gateway'];
/** One of the two ledgers gets all requests, so each is killed in turn. */
const VICTIMS: readonly PeerName[] = [...APPS, 'ledger'];
const REPLICAS = 2;
const LIVES = 2;
const WRITERS = 6;
const ACCOUNTS = 4;
const OPENING = 100_000;
const WRITES_BETWEEN = 20;
/** Longer than any lease, so that the other process takes over. */
const STOP_MS = 7_000;
const REST_MS = 20;

export const replicas: LiveRow = {
  id: 'F53',
  fault:
    'Two processes of every service and two gateways behind nginx; one of each is killed, then one hangs (SIGSTOP) for longer than its leases and resumes, under clients that open, subscribe, pay and close',
  holds:
    'The others take over, nothing is lost or done twice, and the resumed process does no harm',
  control: 'a ledger that answers before the commit',
  figures: ['lost', 'duplicate', 'imbalance', 'stuck', 'half done', 'events missing'],
  isHeavy: true,
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/answers-before-commit.ts'),
  }),
  florin: {
    replicas: Object.fromEntries(APPS.map((app) => [app, REPLICAS])),
    settings: { GATEWAY_LEDGERS: 'fill' },
  },

  async run(run) {
    const { florin, isControl } = run;
    const gateways = florin.processes.of('gateway').map(({ port }) => port);
    const nginx = await spawnNginx(gateways, run.folder, { say: () => undefined });
    if (nginx === undefined) throw new Error('there is no nginx, and none could be brought');
    try {
      const behind: LiveRun = {
        ...run,
        florin: { ...florin, url: `http://127.0.0.1:${nginx.port}` },
      };
      const lives = await startLives(behind, LIVES);
      const holders = await openHolders(run, ACCOUNTS, OPENING);
      const traffic = await startTraffic(behind, { clients: WRITERS, holders, restMs: REST_MS });
      const rounds = run.count({ short: 1, full: 5, control: 1 });
      // Killing a broken ledger reveals it.
      const apps = isControl ? APPS.map(() => 'ledger' as const) : VICTIMS;
      for (let round = 0; round < rounds; round += 1)
        for (const [index, app] of apps.entries()) {
          await hurt(run, app, round + index, traffic);
          run.progress(round * apps.length + index + 1, rounds * apps.length);
        }
      await traffic.untilWritten(WRITES_BETWEEN);
      await Promise.all([traffic.end(), lives.end()]);
      const { stuck, halfDone, outlived } = await findAccountFlaws(florin.sql);
      const { violations, details, judgement } = await audit(run);
      return {
        violations: {
          ...violations,
          stuck: stuck.length,
          'half done': halfDone.length,
          outlived: outlived.length,
        },
        details: [...stuck, ...halfDone, ...outlived].slice(0, 5).concat(details),
        of: `${judgement.acknowledged} acknowledged requests, ${rounds * apps.length} kills, ${isControl ? 0 : rounds * apps.length} stops`,
      };
    } finally {
      await nginx.stop();
    }
  },
};

async function hurt(run: LiveRun, app: PeerName, round: number, traffic: Traffic): Promise<void> {
  const { processes } = run.florin;
  await traffic.untilWritten(WRITES_BETWEEN);
  const victim = pick(processes.of(app), round);
  processes.kill([victim]);
  await processes.untilUp(app, REPLICAS, [victim]);
  if (run.isControl) return;
  const { pid } = pick(processes.of(app), round);
  process.kill(pid, 'SIGSTOP');
  try {
    await pause(STOP_MS);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

function pick(processes: readonly ListedProcess[], turn: number): ListedProcess {
  const picked = processes[turn % processes.length];
  if (!picked) throw new Error('no process is running');
  return picked;
}
