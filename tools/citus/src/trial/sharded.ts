import { queryOnce } from '@florin/system-kit';
import { type Address, openAddress } from '../cluster/address.ts';
import { type Cluster, startCluster, type Worker } from '../cluster/cluster.ts';
import { createShards, findPlaces, type Shard, shardNames, shardUrl } from '../shards/shards.ts';

const SHARDS = 6;
const WORKERS = 3;

/** A cluster with the ledger's schemas as services see it: each worker has a stable address. */
export interface Sharded {
  readonly cluster: Cluster;
  readonly shards: readonly Shard[];
  /** The value of `LEDGER_SHARD_URLS`. */
  readonly shardUrls: readonly string[];
  readonly addressOf: (worker: Worker) => Address;
  /** Numbers of the shards on a worker. */
  readonly on: (worker: Worker) => Promise<readonly number[]>;
  stop(): Promise<void>;
}

export async function startSharded(
  native: string,
  folder: string,
  say: (line: string) => void,
): Promise<Sharded> {
  const cluster = await startCluster({
    ...{ native, folder, workers: WORKERS, hasStandbys: true, say },
  });
  const addresses = new Map<number, Address>();
  const stop = async () => {
    await Promise.all([...addresses.values()].map((address) => address.stop()));
    await cluster.stop();
  };
  try {
    const { coordinator, workers } = cluster;
    const shards = shardNames(SHARDS);
    await createShards(cluster, shards, say);
    await createViews(coordinator.url, shards);
    for (const { server } of workers) addresses.set(server.port, await openAddress(server.port));
    const addressAt = (port: number | undefined) => {
      const address = port === undefined ? undefined : addresses.get(port);
      if (address === undefined) throw new Error('there is no such worker');
      return address;
    };
    const places = await findPlaces(coordinator.url);
    const shardUrls = shards.map((shard) => {
      const { port } = addressAt(places.get(shard));
      return shardUrl(Object.assign(new URL(coordinator.url), { port: String(port) }).href, shard);
    });
    return {
      ...{ cluster, shards, shardUrls, stop },
      addressOf: ({ server }) => addressAt(server.port),
      async on({ server }) {
        const now = await findPlaces(coordinator.url);
        return shards.flatMap((shard, index) => (now.get(shard) === server.port ? [index] : []));
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** All shards combined, for checks that no route offers. */
async function createViews(coordinatorUrl: string, shards: readonly Shard[]): Promise<void> {
  await queryOnce(coordinatorUrl, 'create schema ledger');
  const tables = await queryOnce<{ name: string }>(
    coordinatorUrl,
    `select relname as name from pg_class
      where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v') and not relispartition`,
    [shards[0]],
  );
  for (const { name } of tables)
    await queryOnce(
      coordinatorUrl,
      `create view ledger.${name} as
       ${shards.map((shard) => `select * from ${shard}.${name}`).join(' union all ')}`,
    );
}
