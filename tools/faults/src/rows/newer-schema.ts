import { type PeerName, serviceNames } from '@florin/contracts';
import { audit } from '../auditor/audit.ts';
import { findFailures } from '../auditor/failures.ts';
import { migrateFurther, migrateToday } from '../florin/migrate-further.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { startLives } from './lives.ts';
import { openHolders } from './money.ts';
import { startTraffic, type Traffic } from './traffic.ts';

const APPS: readonly PeerName[] = [...serviceNames, 'gateway'];
const LIVES = 2;
/** With more writers, a migration that locks every table waits longer for a gap. */
const WRITERS = { short: 3, full: 6 };
const ACCOUNTS = 4;
const OPENING = 100_000;
const WRITES_BETWEEN = 40;
/** Leaves processor time to starting processes. */
const REST_MS = 20;

export const newerSchema: LiveRow = {
  id: 'F28',
  fault:
    'A newer version migrates under load: each table gets another column, and one an index; then each service migrates and restarts unchanged',
  holds: 'The older version keeps serving, starts on the newer schema, and nothing is lost',
  control: 'a newer version that renames a column',
  figures: ['refused to start', 'failed', 'lost', 'duplicate', 'imbalance'],
  // A request delayed by other work would count as failed.
  isTimed: true,
  florin: {
    replicas: {
      ...{ ledger: 2, identity: 2, accounts: 2, processors: 2 },
      ...{ billing: 2, webhooks: 2, gateway: 2 },
    },
  },

  async run(run) {
    const lives = await startLives(run, LIVES);
    const holders = await openHolders(run, ACCOUNTS, OPENING);
    const traffic = await startTraffic(run, {
      clients: run.count(WRITERS),
      holders,
      restMs: REST_MS,
    });
    await traffic.untilWritten(WRITES_BETWEEN);
    const { refused, of } = run.isControl
      ? await narrow(run, traffic)
      : await migrateAndRestart(run, traffic);
    await traffic.untilWritten(WRITES_BETWEEN);
    await Promise.all([traffic.end(), lives.end()]);
    const failures = await findFailures(run);
    const { violations, details, judgement } = await audit(run);
    return {
      violations: { 'refused to start': refused.length, failed: failures.length, ...violations },
      details: [...refused, ...failures.slice(0, 5), ...details],
      of: `${judgement.acknowledged} acknowledged requests, ${of}`,
    };
  },
};

interface Done {
  readonly refused: readonly string[];
  readonly of: string;
}

async function migrateAndRestart(run: LiveRun, traffic: Traffic): Promise<Done> {
  const { processes, databaseUrl } = run.florin;
  const newer = await migrateFurther(databaseUrl());
  await traffic.untilWritten(WRITES_BETWEEN);
  const refused: string[] = [];
  for (const service of serviceNames)
    if (!(await migrateToday(databaseUrl(), service))) refused.push(`refused to start: ${service}`);
  // Other processes of the app keep their connections from before.
  const rounds = run.count({ short: 1, full: 10 });
  const all = rounds * APPS.length;
  for (let turn = 0; turn < all; turn += 1) {
    const app = APPS[turn % APPS.length] ?? 'ledger';
    const running = processes.of(app);
    const one = running[Math.floor(turn / APPS.length) % running.length];
    if (!one) throw new Error(`no ${app} is running`);
    process.kill(one.pid, 'SIGTERM');
    await processes.untilUp(app, running.length, [one]);
    await traffic.untilWritten(WRITES_BETWEEN);
    run.progress(turn + 1, all);
  }
  return { refused, of: `${newer} newer migrations, ${all} restarts` };
}

/** A change that `pnpm contracts` refuses; undone, so that the books can be read. */
async function narrow({ florin: { sql } }: LiveRun, traffic: Traffic): Promise<Done> {
  const rename = 'alter table ledger.transactions rename column';
  await sql(`${rename} failure_reason to why`);
  await traffic.untilWritten(WRITES_BETWEEN);
  await sql(`${rename} why to failure_reason`);
  return { refused: [], of: 'a column renamed' };
}
