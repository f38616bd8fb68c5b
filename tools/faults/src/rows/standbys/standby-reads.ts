import { setTimeout as pause } from 'node:timers/promises';
import { type FlorinStandby, startStandby } from '../../florin/standby.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun, Outcome } from '../../row.ts';
import { openHolders } from '../money.ts';
import { measureCosts } from './costs.ts';
import { countReads, since } from './count-reads.ts';
import { readLists } from './lists.ts';
import { lookOn, nothingSeen, type Written, writeAndLook } from './readers.ts';

const REPLICAS = 2;
const WRITERS = 6;
const LAG_MAX_MS = 2_000;
/** Longer than the bound. */
const HURT_MS = 4_000;
const CALM_MS = 3_000;

/** Survives for the control: both runs read from the same one. */
let standby: FlorinStandby | undefined;

export const standbyReads: LiveRow = {
  id: 'F54',
  fault:
    'Services read from a standby, with two ledgers and two gateways; the standby stops replaying, hangs (SIGSTOP) and is killed, under clients that read their own writes by the other gateway, with a token or as another user without one',
  holds:
    'Reads include everything acknowledged before them, no read with an old token is older than the bound, and no read fails',
  control: 'a standby that is read without checks',
  figures: ['stale', 'older than the bound', 'failed', 'by the primary without need'],
  isTimed: true,
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../../packages/database/src/standbys/standby.ts'),
    by: () => import('../../broken/packages/reads-what-is-there.ts'),
  }),
  florin: {
    hasStandby: true,
    replicas: { ledger: REPLICAS, gateway: REPLICAS },
    settings: { STANDBY_LAG_MAX_MS: String(LAG_MAX_MS) },
  },

  async run(run) {
    standby ??= await startStandby(run.florin);
    try {
      return await readUnderHurts(run, standby);
    } catch (error) {
      await endStandby();
      throw error;
    } finally {
      if (run.isControl) await endStandby();
    }
  },
};

async function endStandby(): Promise<void> {
  const ending = standby;
  standby = undefined;
  await ending?.stop();
}

async function readUnderHurts(run: LiveRun, standby: FlorinStandby): Promise<Outcome> {
  const { florin, isControl, people } = run;
  const urls = florin.processes.of('gateway').map(({ url }) => url);
  const holders = await openHolders(run, WRITERS, 0);
  const written: readonly Written[] = holders.map((holder) => ({ holder, acknowledged: [] }));
  const [first] = written;
  if (!first) throw new Error('no writes were made');
  let isOver = false;
  const seen = nothingSeen();
  const clients = { urls, seen, isOver: () => isOver };
  // Every other read is by another client, without a token.
  const working = written.map((one, index) =>
    writeAndLook(clients, one, index % 2 === 0 ? undefined : people.firstAdmin),
  );
  working.push(lookOn(clients, first, LAG_MAX_MS));
  const lists = isControl ? [] : await readLists(run);
  const shares: string[] = [];
  const all = hurts(run, standby);
  try {
    for (const [index, [name, hurt]] of all.entries()) {
      const before = await countReads(run, ['ledger']);
      await Promise.race([hurt(), ...working]);
      const reads = since(before, await countReads(run, ['ledger']));
      const share = reads.standby / (reads.standby + reads.primary);
      shares.push(`${name} ${Math.round(100 * share)} %`);
      run.progress(index + 1, all.length);
    }
  } finally {
    isOver = true;
    await Promise.all(working);
  }
  const costs = isControl ? '' : `; ${await measureCosts(run, urls, holders, standby)}`;
  return {
    violations: {
      stale: seen.stale,
      'older than the bound': seen.old,
      failed: seen.failed,
      'by the primary without need': lists.length,
    },
    details: [...lists, ...seen.details],
    of: `${seen.writes} writes and ${seen.reads} reads, of which the standby answered: ${shares.join(', ')}${costs}`,
  };
}

type Hurt = readonly [name: string, hurt: () => Promise<void>];

function hurts({ isControl, count }: LiveRun, standby: FlorinStandby): readonly Hurt[] {
  const calm: Hurt = ['calm', () => pause(CALM_MS)];
  const behind: Hurt = [
    'replaying nothing',
    async () => {
      await standby.sql('select pg_wal_replay_pause()');
      await pause(HURT_MS);
      await standby.sql('select pg_wal_replay_resume()');
    },
  ];
  if (isControl) return [behind];
  const hanging: Hurt = ['hanging', () => hang(standby)];
  const killed: Hurt = [
    'killed',
    async () => {
      await standby.kill();
      await pause(HURT_MS);
      await standby.startAgain();
    },
  ];
  const rounds = count({ short: 1, full: 5 });
  return Array.from({ length: rounds }, () => [
    calm,
    behind,
    calm,
    hanging,
    calm,
    killed,
    calm,
  ]).flat();
}

/** Stops all of its processes: stopping one would only block new connections. */
async function hang(standby: FlorinStandby): Promise<void> {
  const rows = await standby.sql<{ pid: number }>('select pid from pg_stat_activity');
  const pids = [standby.pid(), ...rows.map(({ pid }) => pid)];
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids)
      try {
        process.kill(pid, name);
      } catch {
        // A session that has ended meanwhile.
      }
  };
  signal('SIGSTOP');
  try {
    await pause(HURT_MS);
  } finally {
    signal('SIGCONT');
  }
}
