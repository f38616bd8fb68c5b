import { setTimeout as pause } from 'node:timers/promises';
import { readJournals } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import type { Florin } from '../florin/start-florin.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { startUsualTraffic } from './traffic.ts';

/** Writes between two crashes, so that each one hits a working Florin. */
const WRITES_BETWEEN = 100;
const SERVERS = ['postgres', 'nats'];

export const databaseCrashes: LiveRow = {
  id: 'F3',
  fault:
    'Postgres is stopped immediately (SIGQUIT), and one of its backends is killed, under 16 clients',
  holds: 'Requests get 503 and nothing worse; the services stay up and reconnect',
  control: 'a ledger that exits when the database closes a connection',
  isAlways: true,
  figures: ['lost', 'duplicate', 'imbalance', 'exits', 'answers of 500'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/dies-with-its-connection.ts'),
  }),
  florin: { replicas: { ledger: 2 } },

  async run(run) {
    const { florin, folder } = run;
    const crashes = run.count({ short: 2, full: 40 });
    const before = pidsOf(florin);
    const traffic = await startUsualTraffic(run);
    for (let crash = 0; crash < crashes; crash += 1) {
      await traffic.untilWritten(WRITES_BETWEEN);
      await (crash % 2 === 0 ? stopPostgres(florin) : killBackend(run));
      run.progress(crash + 1, crashes);
    }
    await traffic.untilWritten(WRITES_BETWEEN);
    await traffic.end();
    const after = new Set(pidsOf(florin));
    const exits = before.filter((pid) => !after.has(pid)).length;
    const { violations, details, judgement } = await audit(run);
    const exchanges = (await readJournals(folder)).flatMap(({ results }) => results);
    const unavailable = exchanges.filter((each) => 'status' in each && each.status === 503).length;
    if (unavailable === 0) throw new Error('no client noticed that Postgres was away');
    return {
      violations: { ...violations, exits },
      details,
      of: `${judgement.acknowledged} acknowledged writes, ${crashes} crashes, ${unavailable} × 503`,
    };
  },
};

function pidsOf({ processes }: Florin): readonly number[] {
  return processes
    .list()
    .filter(({ name }) => !SERVERS.includes(name))
    .map(({ pid }) => pid);
}

async function stopPostgres({ processes }: Florin): Promise<void> {
  const before = processes.get('postgres');
  process.kill(before.pid, 'SIGQUIT');
  while (!processes.list().some(({ name, pid }) => name === 'postgres' && pid !== before.pid))
    await pause(50);
}

/** The postmaster then ends all other backends too, and recovers. */
async function killBackend({ florin, random }: LiveRun): Promise<void> {
  const backends = await florin.sql<{ pid: number }>(
    `select pid from pg_stat_activity where usename = 'florin_ledger'`,
  );
  if (backends.length > 0) process.kill(random.pick(backends).pid, 'SIGKILL');
}
