import { appRoleOf, migrate, ownerRoleOf } from '@florin/database';
import { migrations } from '@florin/ledger/src/migrations/index.ts';
import { queryOnce } from '@florin/system-kit';
import type { Cluster } from '../cluster/cluster.ts';
import { letIn } from '../cluster/node.ts';
import { createNear, holdShard, openNear } from './near.ts';
import { createPositions, takePositions } from './positions.ts';

/** Public: the cluster runs on this machine only, for the time of a trial. */
const PASSWORDS = { owner: 'owner', app: 'app' };
const ROLES = [
  [ownerRoleOf('ledger'), PASSWORDS.owner],
  [appRoleOf('ledger'), PASSWORDS.app],
] as const;

/** A part of the accounts: a schema that resides on one worker. */
export type Shard = `ledger_${string}`;

export function shardNames(count: number): readonly Shard[] {
  return Array.from(
    { length: count },
    (_, index): Shard => `ledger_${String(index).padStart(2, '0')}`,
  );
}

/** URL of the service's role in one shard of this node. */
export function shardUrl(nodeUrl: string, shard: string): string {
  return asRole(nodeUrl, appRoleOf('ledger'), PASSWORDS.app, shard);
}

/**
 * Creates the roles of the ledger's schemas. `provisionService` uses one transaction, which Citus
 * would split over connections that do not see its roles.
 */
export async function createRoles(serverUrl: string): Promise<void> {
  for (const [role, password] of ROLES)
    await queryOnce(serverUrl, `create role ${role} login password '${password}'`);
}

/**
 * Migrates each shard as on any Postgres, and then assigns it to a worker: its migrations need not
 * know Citus.
 */
export async function createShards(
  { coordinator, workers }: Pick<Cluster, 'coordinator' | 'workers'>,
  shards: readonly Shard[],
  say: (line: string) => void,
): Promise<void> {
  const coordinatorUrl = coordinator.url;
  await createRoles(coordinatorUrl);
  for (const { url } of [coordinator, ...workers.map(({ server }) => server)]) {
    // A node forwards requests for remote data, in the caller's role.
    for (const [role, password] of ROLES) await letIn(url, role, password);
    await createPositions(url, shards);
    await createNear(url, shards);
  }
  for (const [index, shard] of shards.entries()) {
    say(`migrating ${shard} (${index + 1} of ${shards.length})`);
    await createShard(coordinatorUrl, shard);
    await takePositions(coordinatorUrl, shard);
    await holdShard(coordinatorUrl, shard);
    const tables = await findColumnGrants(coordinatorUrl, shard);
    await queryOnce(coordinatorUrl, 'select citus_schema_distribute($1)', [shard]);
    for (const table of tables)
      await queryOnce(coordinatorUrl, `grant update on ${table} to ${appRoleOf('ledger')}`);
    await openNear(coordinatorUrl, shard);
  }
}

/**
 * Creates a shard; on a Postgres without Citus it stays there. It is migrated under the name in
 * migrations, and then renamed.
 */
export async function createShard(serverUrl: string, shard: Shard): Promise<void> {
  const owner = ownerRoleOf('ledger');
  await queryOnce(serverUrl, `create schema ledger authorization ${owner}`);
  await queryOnce(serverUrl, `grant usage on schema ledger to ${appRoleOf('ledger')}`);
  await migrate(asRole(serverUrl, owner, PASSWORDS.owner, 'ledger'), 'ledger', migrations);
  await queryOnce(serverUrl, `alter schema ledger rename to ${shard}`);
  await leadFunctions(serverUrl, shard);
}

/** Migrations create functions that refer to the schema `ledger`: redirect them to the shard. */
export async function leadFunctions(serverUrl: string, shard: string): Promise<void> {
  const functions = await queryOnce<{ signature: string }>(
    serverUrl,
    `select oid::regprocedure::text as signature from pg_proc
      where pronamespace = $1::regnamespace and 'search_path=ledger, pg_temp' = any (proconfig)`,
    [shard],
  );
  for (const { signature } of functions)
    await queryOnce(serverUrl, `alter function ${signature} set search_path = ${shard}, pg_temp`);
}

/** Tables with update rights on single columns: Citus propagates rights on tables only. */
async function findColumnGrants(serverUrl: string, shard: Shard): Promise<readonly string[]> {
  const rows = await queryOnce<{ table: string }>(
    serverUrl,
    `select distinct attrelid::regclass::text as table
       from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition
        and attacl is not null`,
    [shard],
  );
  return rows.map(({ table }) => table);
}

/** The URL of a shard on its current worker. */
export async function findUrl(coordinatorUrl: string, shard: Shard): Promise<string> {
  const port = (await findPlaces(coordinatorUrl)).get(shard);
  if (port === undefined) throw new Error(`${shard} is on no worker`);
  return shardUrl(Object.assign(new URL(coordinatorUrl), { port: String(port) }).href, shard);
}

/** The port of each shard's current worker. */
export async function findPlaces(coordinatorUrl: string): Promise<ReadonlyMap<string, number>> {
  const rows = await queryOnce<{ shard: string; port: number }>(
    coordinatorUrl,
    `select distinct relnamespace::regnamespace::text as shard, nodeport as port
       from citus_shards join pg_class on pg_class.oid = table_name
      where citus_table_type = 'schema'`,
  );
  return new Map(rows.map(({ shard, port }) => [shard, port]));
}

function asRole(serverUrl: string, username: string, password: string, shard: string): string {
  const url = Object.assign(new URL(serverUrl), { username, password });
  url.searchParams.set('options', `-c search_path=${shard}`);
  return url.href.replaceAll('+', '%20');
}
