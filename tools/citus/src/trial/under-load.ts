import { setTimeout as pause } from 'node:timers/promises';
import { queryOnce } from '@florin/system-kit';
import { type Cluster, promote, startCluster } from '../cluster/cluster.ts';
import { moveShard } from '../shards/move.ts';
import { createShards, findPlaces, findUrl, type Shard, shardNames } from '../shards/shards.ts';
import { openShardLoad, type ShardLoad } from './shard-load.ts';
import { type Verdict, verify } from './verify.ts';

const SHARDS = 6;
const CLIENTS = 8;
const ACCOUNTS = 20;
const BEFORE_MS = 4_000;
const AFTER_MS = 5_000;

export interface ShardReport extends Verdict {
  readonly shard: Shard;
  /** Whether the action affected this shard. */
  readonly isConcerned: boolean;
  readonly refused: number;
  readonly failed: readonly string[];
  readonly answerMsMax: number;
  readonly silentMsMax: number;
}

interface Loaded {
  readonly cluster: Cluster;
  readonly loads: ReadonlyMap<Shard, ShardLoad>;
  readonly urlOf: (shard: Shard) => Promise<string>;
}

type Act = (loaded: Loaded) => Promise<{ concerned: readonly Shard[]; note: string }>;

/** Acts on a cluster with standbys while each shard is written to, and then compares. */
export async function underLoad(
  native: string,
  folder: string,
  act: Act,
  say: (line: string) => void,
): Promise<readonly ShardReport[]> {
  const cluster = await startCluster({ native, folder, workers: 3, hasStandbys: true, say });
  try {
    const shards = shardNames(SHARDS);
    const { coordinator } = cluster;
    await createShards(cluster, shards, say);
    const urlOf = (shard: Shard) => findUrl(coordinator.url, shard);
    const loads = new Map<Shard, ShardLoad>();
    for (const shard of shards)
      loads.set(shard, await openShardLoad(shard, await urlOf(shard), ACCOUNTS));
    const stopping = new AbortController();
    const driven = Promise.all(
      [...loads.values()].map((load) => load.drive(CLIENTS, stopping.signal)),
    );
    await pause(BEFORE_MS);
    const { concerned, note } = await act({ cluster, loads, urlOf });
    say(note);
    await pause(AFTER_MS);
    stopping.abort();
    await driven;
    const reports: ShardReport[] = [];
    for (const [shard, load] of loads) {
      const { refused, failed, answerMsMax, silentMsMax } = load.seen;
      const isConcerned = concerned.includes(shard);
      const verdict = await verify(await urlOf(shard), load);
      reports.push({ shard, isConcerned, ...verdict, refused, failed, answerMsMax, silentMsMax });
      await load.close();
    }
    return reports;
  } finally {
    await cluster.stop();
  }
}

/** Kills the first worker, promotes its standby, and redirects its shards' clients. */
export const killWorker: Act = async ({ cluster, loads, urlOf }) => {
  const [worker] = cluster.workers;
  if (worker === undefined) throw new Error('there is no worker');
  const places = await findPlaces(cluster.coordinator.url);
  const concerned = [...loads.keys()].filter((shard) => places.get(shard) === worker.server.port);
  const beganAt = performance.now();
  // With its sessions, like a crashed machine.
  process.kill(worker.server.pid, 'SIGQUIT');
  await promote(cluster, worker);
  const promotedMs = performance.now() - beganAt;
  await Promise.all(concerned.map(async (shard) => loads.get(shard)?.moveTo(await urlOf(shard))));
  return {
    concerned,
    note: `killed the worker of ${concerned.join(', ')}; promoted after ${promotedMs.toFixed(0)} ms`,
  };
};

/** Moves one shard to the next worker. Its clients follow after a while. */
export function rebalance(without?: Parameters<typeof moveShard>[2]): Act {
  return async ({ cluster, loads, urlOf }) => {
    const [shard] = loads.keys();
    if (shard === undefined) throw new Error('there is no shard');
    const place = (await findPlaces(cluster.coordinator.url)).get(shard);
    const servers = cluster.workers.map(({ server }) => server);
    const from = servers.find(({ port }) => port === place);
    const to = servers.find(({ port }) => port !== place);
    if (!from || !to) throw new Error('there is no other worker');
    const beganAt = performance.now();
    await moveShard(cluster.coordinator.url, { shard, from: from.url, to: to.url }, without);
    const movedMs = performance.now() - beganAt;
    await pause(AFTER_MS / 2);
    await loads.get(shard)?.moveTo(await urlOf(shard));
    return { concerned: [shard], note: `moved ${shard} in ${movedMs.toFixed(0)} ms` };
  };
}

/** The same without routing the writers through Citus meanwhile. */
export const moveUnannounced = rebalance({ close: async () => undefined });

/** Also without the lock that keeps a shard in place during a batch, which loses writes. */
export const moveUnheld: Act = async (loaded) => {
  const [shard] = loaded.loads.keys();
  const { url } = loaded.cluster.coordinator;
  await queryOnce(url, `drop trigger hold_shard on ${shard}.outgoing_events`);
  return moveUnannounced(loaded);
};
