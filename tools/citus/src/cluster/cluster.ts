import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { RunningServer } from '@florin/local-servers';
import { queryOnce } from '@florin/system-kit';
import { startNode } from './node.ts';
import { startStandby } from './standby.ts';

export interface Worker {
  readonly server: RunningServer;
  /** Undefined in a cluster without standbys. */
  readonly standby: RunningServer | undefined;
}

export interface Cluster {
  readonly coordinator: RunningServer;
  readonly workers: readonly Worker[];
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Folder with `bin/postgres` and Citus. */
  readonly native: string;
  readonly folder: string;
  readonly workers: number;
  readonly hasStandbys: boolean;
  readonly say: (line: string) => void;
}

/** A coordinator and its workers on 127.0.0.1. The coordinator has no shards. */
export async function startCluster({
  native,
  folder,
  workers: count,
  hasStandbys,
  say,
}: ClusterOptions): Promise<Cluster> {
  const password = randomBytes(12).toString('hex');
  const running: RunningServer[] = [];
  const stop = async () => {
    // In reverse order: a node with a standby waits for it.
    for (const server of running.toReversed()) await server.stop();
  };
  try {
    say('starting the coordinator');
    const coordinator = await startNode({ native, folder, name: 'coordinator', password });
    running.push(coordinator);
    await queryOnce(coordinator.url, `select citus_set_coordinator_host('127.0.0.1', $1)`, [
      coordinator.port,
    ]);
    const workers: Worker[] = [];
    for (let index = 1; index <= count; index += 1) {
      say(`starting worker ${index} of ${count}`);
      const name = `worker-${index}`;
      const server = await startNode({ native, folder, name, password });
      running.push(server);
      await queryOnce(coordinator.url, `select citus_add_node('127.0.0.1', $1)`, [server.port]);
      const standby = hasStandbys
        ? await startStandby(native, server, join(folder, `${name}-standby`))
        : undefined;
      if (standby) running.push(standby);
      workers.push({ server, standby });
    }
    return { coordinator, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Promotes a worker's standby, first on the server itself, then for the coordinator. */
export async function promote(cluster: Cluster, { server, standby }: Worker): Promise<void> {
  if (standby === undefined) throw new Error('this worker has no standby');
  await queryOnce(standby.url, 'select pg_promote()');
  await queryOnce(
    cluster.coordinator.url,
    `select citus_update_node(nodeid, '127.0.0.1', $2, force => true, lock_cooldown => 100)
       from pg_dist_node where nodeport = $1`,
    [server.port, standby.port],
  );
}
