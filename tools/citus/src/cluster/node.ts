import { join } from 'node:path';
import { freePort, type RunningServer, spawnPostgres } from '@florin/local-servers';
import { queryOnce } from '@florin/system-kit';

/**
 * Settings of every node. Moving a shard uses logical replication; triggers make the journal
 * append-only.
 */
export const NODE_SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_wal_senders: '32',
  max_replication_slots: '32',
  max_worker_processes: '32',
  'citus.enable_unsafe_triggers': 'on',
};

export interface NewNode {
  readonly native: string;
  readonly folder: string;
  readonly name: string;
  readonly password: string;
}

/** A Postgres with Citus in its database `postgres`, which can connect to the other nodes. */
export async function startNode({
  native,
  folder,
  name,
  password,
}: NewNode): Promise<RunningServer> {
  const server = await spawnPostgres({
    ...{ native, dataDir: join(folder, name), password, port: await freePort() },
    settings: NODE_SETTINGS,
  });
  await queryOnce(server.url, 'create extension citus');
  await letIn(server.url, 'postgres', password);
  return server;
}

/**
 * The password with which this node logs in to the others as a role. Each node has its own list.
 */
export async function letIn(url: string, role: string, password: string): Promise<void> {
  await queryOnce(
    url,
    'insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, $1, $2)',
    [role, `password=${password}`],
  );
}
