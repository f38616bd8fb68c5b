import { cpus } from 'node:os';
import { type PeerName, serviceNames } from '@florin/contracts';
import { residentMbOf } from '../cost/memory.ts';
import { familyUsOf, processorUsOf } from '../cost/processors.ts';
import type { Florin } from '../florin/start-florin.ts';
import { sumBacklogs, toAppState } from './read-apps.ts';
import type { DatabaseWatch } from './read-database.ts';
import { diskBytesOf, readProcessors } from './read-machine.ts';
import type { NatsWatch } from './read-nats.ts';
import type { ProcessState, Sample } from './sample.ts';

export const APPS: readonly PeerName[] = [...serviceNames, 'gateway'];

const US_PER_PERCENT_SECOND = 10_000;

export interface Watched {
  readonly florin: Florin;
  /** The gateway's metrics port; other apps serve metrics on their own port. */
  readonly gatewayMetricsPort: number;
  readonly database: DatabaseWatch;
  readonly nats: NatsWatch;
  /** Data folder of Postgres, NATS and the rest. */
  readonly folder: string;
}

export type Seen = Omit<Sample, 'atSeconds' | 'reads' | 'writes' | 'errors' | 'unsent'>;

/** Counters whose differences are sampled. */
interface Counters {
  readonly atMs: number;
  readonly processors: ReturnType<typeof readProcessors>;
  readonly postgresUs: number;
  /** Time of this process and its children: the load and the launcher. */
  readonly benchUs: number;
  readonly us: ReadonlyMap<number, number>;
}

/** Samples all of a Florin repeatedly. */
export async function openSampler(watched: Watched): Promise<() => Promise<Seen>> {
  const { florin, database, nats, folder } = watched;
  const { processes } = florin;
  const gatewayMetrics = { url: `http://127.0.0.1:${watched.gatewayMetricsPort}` };
  const readApp = async (app: PeerName) =>
    toAppState(
      await processes.scrape(app === 'gateway' ? gatewayMetrics : processes.get(`${app}-1`)),
    );

  async function count(): Promise<Counters> {
    const pids = processes.list().map(({ pid }) => pid);
    const us = await Promise.all(pids.map(async (pid) => [pid, await processorUsOf(pid)] as const));
    const postgresUs = await familyUsOf(database.postmaster);
    const benchUs = await familyUsOf(process.pid);
    const processors = readProcessors();
    return { atMs: performance.now(), processors, postgresUs, benchUs, us: new Map(us) };
  }

  let before = await count();
  return async () => {
    const apps = await Promise.all(APPS.map(async (app) => [app, await readApp(app)] as const));
    const heaps = new Map(apps.map(([app, { heapMb }]) => [`${app}-1`, heapMb]));
    const now = await count();
    const seconds = (now.atMs - before.atMs) / 1_000;
    const percentOf = (us: number) => us / seconds / US_PER_PERCENT_SECOND;
    const measured = processes.list().map(async ({ name, pid }) => {
      // A process restarted since then has used all of its time since then.
      const used = (now.us.get(pid) ?? 0) - (before.us.get(pid) ?? 0);
      const state: ProcessState = {
        residentMb: await residentMbOf(pid),
        heapMb: heaps.get(name) ?? null,
        processorPercent: percentOf(used),
      };
      return [name.replace(/-1$/, ''), state] as const;
    });
    const states = await Promise.all(measured);
    const busyPercent = busyBetween(before.processors, now.processors);
    const postgresPercent = percentOf(now.postgresUs - before.postgresUs);
    const ownPercent =
      states.reduce((sum, [, { processorPercent }]) => sum + processorPercent, 0) +
      percentOf(now.benchUs - before.benchUs) +
      postgresPercent;
    const seen: Seen = {
      busyPercent,
      othersPercent: Math.max(0, busyPercent - ownPercent / cpus().length),
      processes: Object.fromEntries(states),
      postgresPercent,
      backlog: sumBacklogs(apps.map(([, { backlog }]) => backlog)),
      database: await database.read(),
      natsBytes: await nats.bytes(),
      diskBytes: diskBytesOf(folder),
    };
    before = now;
    return seen;
  };
}

function busyBetween(before: Counters['processors'], now: Counters['processors']): number {
  return (100 * (now.busy - before.busy)) / Math.max(1, now.all - before.all);
}
