import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PeerName, serviceNames } from '@florin/contracts';
import { audit } from '../auditor/audit.ts';
import { findFailures } from '../auditor/failures.ts';
import { makePeople } from '../clients/people.ts';
import { contract, expandAgain } from '../florin/contract.ts';
import { migrateToday } from '../florin/migrate-further.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { makeTwoVersions, type TwoVersions, type Version } from '../florin/two-versions.ts';
import type { LiveRun, Outcome, PureRow, Run } from '../row.ts';
import { checkOutDeployable, whyNothingIsBefore } from './mixed-versions.ts';
import { openHolders } from './money.ts';
import { startTraffic, type Traffic } from './traffic.ts';

const APPS: readonly PeerName[] = [...serviceNames, 'gateway'];
const SHORT: readonly PeerName[] = ['webhooks', 'ledger', 'gateway'];
/** Full: some 200 requests a second, on an otherwise idle machine. */
const WRITERS = { short: 3, full: 12, control: 3 };
const ACCOUNTS = 4;
const OPENING = 100_000;
const WRITES_BETWEEN = 40;
/** Leaves processor time to starting processes. */
const REST_MS = 20;
const REPLICAS = Object.fromEntries(APPS.map((app) => [app, 2]));

export const upgrade: PureRow = {
  id: 'F42',
  fault:
    'A Florin of 20 commits ago is upgraded under load: each schema is migrated, each process of each app is replaced in any order; the old columns are contracted and expanded again, and all apps are rolled back on the newer schema (short: three apps)',
  holds: 'No request fails, and nothing is lost',
  control: 'a rollout that stops both processes of an app at once',
  figures: ['refused to migrate', 'failed', 'lost', 'duplicate', 'imbalance', 'events missing'],
  // A request delayed by other work would count as failed.
  isTimed: true,
  skipReason: whyNothingIsBefore,

  async run(run) {
    const folder = await mkdtemp(join(tmpdir(), 'florin-upgrade-'));
    // As root, Postgres runs as another user, who needs access.
    await chmod(folder, 0o711);
    const before = checkOutDeployable(join(folder, 'before'));
    try {
      const versions = makeTwoVersions(APPS, before.dir, join(folder, 'both'));
      const outcome = await upgradeUnderLoad(run, versions, folder);
      return { ...outcome, of: `${outcome.of}, from ${before.commit}` };
    } finally {
      before.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function upgradeUnderLoad(
  once: Run,
  versions: TwoVersions,
  directory: string,
): Promise<Outcome> {
  const folder = join(directory, 'journals');
  await mkdir(folder);
  const florin = await startFlorin(
    {
      tree: versions.dir,
      replicas: REPLICAS,
      // Its databases must be as before the upgrade.
      prepare: async () => async () => undefined,
    },
    new AbortController().signal,
  );
  try {
    const people = makePeople(florin.url);
    const run: LiveRun = { ...once, florin, people, folder, reachLedgers: async () => [] };
    const holders = await openHolders(run, ACCOUNTS, OPENING);
    const startedAt = performance.now();
    const clients = run.count(WRITERS);
    const traffic = await startTraffic(run, { clients, holders, restMs: REST_MS });
    await traffic.untilWritten(WRITES_BETWEEN);
    const refused: string[] = [];
    for (const service of serviceNames)
      if (!(await migrateToday(florin.databaseUrl(), service)))
        refused.push(`refused to migrate: ${service}`);
    const restarts = await rollThereAndBack(run, versions, traffic);
    await traffic.untilWritten(WRITES_BETWEEN);
    await traffic.end();
    const seconds = (performance.now() - startedAt) / 1_000;
    const failures = await findFailures(run);
    const { violations, details, judgement } = await audit(run);
    const rate = Math.round(judgement.acknowledged / seconds);
    return {
      violations: { 'refused to migrate': refused.length, failed: failures.length, ...violations },
      details: [...refused, ...failures.slice(0, 5), ...details],
      of: `${judgement.acknowledged} acknowledged writes, ${rate} a second, ${restarts} restarts`,
    };
  } finally {
    await florin.stop();
  }
}

async function rollThereAndBack(
  run: LiveRun,
  versions: TwoVersions,
  traffic: Traffic,
): Promise<number> {
  const ways: readonly Version[] = run.isControl ? ['now'] : ['now', 'before'];
  const apps = run.isFull ? APPS : SHORT;
  let restarts = 0;
  for (const version of ways) {
    if (version === 'before') {
      await contract(run.florin.sql);
      await traffic.untilWritten(WRITES_BETWEEN);
      await expandAgain(run.florin.sql);
    }
    const inAnyOrder = apps
      .map((app) => ({ app, place: run.random.below(1_000_000) }))
      .toSorted((a, b) => a.place - b.place);
    for (const { app } of inAnyOrder) {
      versions.set(app, version);
      restarts += await replace(run, app, traffic);
      run.progress(restarts, ways.length * apps.length * 2);
    }
  }
  return restarts;
}

/** One process after the other; the control replaces all at once, which must show. */
async function replace(run: LiveRun, app: PeerName, traffic: Traffic): Promise<number> {
  const { processes } = run.florin;
  const running = processes.of(app);
  const steps = run.isControl ? [running] : running.map((one) => [one]);
  for (const step of steps) {
    for (const { pid } of step) process.kill(pid, run.isControl ? 'SIGKILL' : 'SIGTERM');
    await processes.untilUp(app, running.length, step);
    await traffic.untilWritten(WRITES_BETWEEN);
  }
  return running.length;
}
