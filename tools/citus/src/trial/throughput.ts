import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { familyUsOf } from '@florin/bench/src/cost/processors.ts';
import { freePort, type RunningServer, spawnPostgres } from '@florin/local-servers';
import { startCluster } from '../cluster/cluster.ts';
import {
  createRoles,
  createShard,
  createShards,
  findUrl,
  shardNames,
  shardUrl,
} from '../shards/shards.ts';
import { openShardLoad } from './shard-load.ts';
import { type Verdict, verify } from './verify.ts';

const WARM_UP_MS = 2_000;
export const CLIENTS = 48;
const ACCOUNTS = 200;
const US_PER_MS = 1_000;

export interface Throughput {
  readonly name: string;
  readonly perSecond: number;
  /** Sum over all servers. */
  readonly cpuMsPerTransaction: number;
  readonly verdicts: readonly Verdict[];
}

/** A single Postgres of the same build, with one schema. Fewer clients have smaller batches. */
export async function measurePlain(
  native: string,
  folder: string,
  seconds: number,
  clients: number,
): Promise<Throughput> {
  const server = await spawnPostgres({
    ...{
      native,
      dataDir: join(folder, `plain-${clients}`),
      password: 'plain',
      port: await freePort(),
    },
  });
  try {
    const [shard] = shardNames(1);
    if (shard === undefined) throw new Error('there is no shard');
    await createRoles(server.url);
    await createShard(server.url, shard);
    const urls = [shardUrl(server.url, shard)];
    return await measure(`one Postgres, ${clients} clients`, urls, [server], seconds, {
      clients,
      isCitus: false,
    });
  } finally {
    await server.stop();
  }
}

/** This number of workers, each with one shard that clients reach directly. */
export async function measureWorkers(
  native: string,
  folder: string,
  workers: number,
  seconds: number,
  say: (line: string) => void,
): Promise<Throughput> {
  const cluster = await startCluster({
    ...{ native, folder: join(folder, `of-${workers}`), workers, hasStandbys: false, say },
  });
  try {
    const servers = cluster.workers.map(({ server }) => server);
    const nodes = [cluster.coordinator, ...servers];
    const shards = shardNames(workers);
    await createShards(cluster, shards, say);
    const urls = await Promise.all(shards.map((shard) => findUrl(cluster.coordinator.url, shard)));
    return await measure(`${workers} of Citus's workers`, urls, nodes, seconds);
  } finally {
    await cluster.stop();
  }
}

/** The same number of clients, spread over any number of shards. */
async function measure(
  name: string,
  urls: readonly string[],
  servers: readonly RunningServer[],
  seconds: number,
  { clients, isCitus } = { clients: CLIENTS, isCitus: true },
): Promise<Throughput> {
  const cpu = async () =>
    (await Promise.all(servers.map(({ pid }) => familyUsOf(pid)))).reduce((a, b) => a + b, 0);
  const loads = await Promise.all(
    urls.map((url, index) =>
      openShardLoad(`load-${index}`, url, Math.ceil(ACCOUNTS / urls.length), isCitus),
    ),
  );
  const answered = () => loads.reduce((sum, { seen }) => sum + seen.answered.size, 0);
  const ends = AbortSignal.timeout(WARM_UP_MS + seconds * 1_000);
  const driven = Promise.all(
    loads.map((load) => load.drive(Math.ceil(clients / loads.length), ends)),
  );
  await pause(WARM_UP_MS);
  const [before, cpuBefore, beganAt] = [answered(), await cpu(), performance.now()];
  await driven;
  const done = answered() - before;
  const result = {
    name,
    perSecond: (done / (performance.now() - beganAt)) * 1_000,
    cpuMsPerTransaction: ((await cpu()) - cpuBefore) / done / US_PER_MS,
  };
  const verdicts = await Promise.all(loads.map((load, index) => verify(urls[index] ?? '', load)));
  await Promise.all(loads.map((load) => load.close()));
  return { ...result, verdicts };
}
