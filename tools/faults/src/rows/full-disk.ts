import { setTimeout as pause } from 'node:timers/promises';
import { readJournals } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import { fillDisk, freeDisk, mayMount, mountSmallDisk } from '../florin/small-disk.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { startUsualTraffic } from './traffic.ts';

const WRITES_BETWEEN = 100;
/** Interval at which the space that Postgres has freed is filled again. */
const LOOK_MS = 100;
const WAIT_MS_MAX = 10_000;

export const fullDisk: LiveRow = {
  id: 'F23',
  fault: 'The disk of Postgres and NATS fills up and later has space again, under 16 clients',
  holds: 'Nothing is acknowledged that is not stored; all resumes once there is space',
  control: 'a ledger that ignores write errors of the database',
  figures: ['lost', 'duplicate', 'imbalance'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/ignores-failed-writes.ts'),
  }),
  florin: { prepare: mountSmallDisk },
  skipReason: () => (mayMount() ? undefined : 'only who may mount can make a small disk'),

  async run(run) {
    const fills = run.count({ short: 1, full: 10 });
    const fullMs = run.count({ short: 2_000, full: 10_000, control: 3_000 });
    const traffic = await startUsualTraffic(run);
    for (let fill = 0; fill < fills; fill += 1) {
      await traffic.untilWritten(WRITES_BETWEEN);
      await keepFull(run, fullMs);
      await freeDisk(run.florin.dataDir);
      run.progress(fill + 1, fills);
    }
    await traffic.untilWritten(WRITES_BETWEEN);
    await traffic.end();
    const { violations, details, judgement } = await audit(run);
    const unavailable = await countUnavailable(run);
    return {
      violations,
      details,
      of: `${judgement.acknowledged} acknowledged writes, ${fills} full disks, ${unavailable} × 503`,
    };
  },
};

/** Keeps the disk full until the clients have noticed, and for some more time. */
async function keepFull(run: LiveRun, fullMs: number): Promise<void> {
  const before = await countUnavailable(run);
  const endsAt = performance.now() + WAIT_MS_MAX;
  do {
    await fillDisk(run.florin.dataDir);
    await pause(LOOK_MS);
    if (performance.now() <= endsAt) continue;
    // A broken ledger may hide it from the clients.
    if (run.isControl) return;
    throw new Error('no client noticed that the disk is full');
  } while ((await countUnavailable(run)) === before);
  await pause(fullMs);
}

async function countUnavailable({ folder }: LiveRun): Promise<number> {
  const exchanges = await readJournals(folder);
  return exchanges
    .flatMap(({ results }) => results)
    .filter((each) => 'status' in each && each.status === 503).length;
}
