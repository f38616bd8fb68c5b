import { appRoleOf, ownerRoleOf } from '@florin/database';
import { queryOnce } from '@florin/system-kit';

/** As SQLSTATE 40001, a late batch is repeated on a new connection. */
const HAS_MOVED = '40001';

/**
 * Views of a shard's tables on its worker: statements on them skip Citus, whose planning costs more
 * than the batch. Roles without access, or with an empty schema, use Citus.
 */
const nearOf = (shard: string) => `${shard}_near`;

/** A schema for the views of each shard, on a node that may host it later. */
export async function createNear(nodeUrl: string, shards: readonly string[]): Promise<void> {
  const owner = ownerRoleOf('ledger');
  await queryOnce(
    nodeUrl,
    [
      'set citus.enable_ddl_propagation = off',
      ...shards.map((shard) => `create schema ${nearOf(shard)} authorization ${owner}`),
    ].join(';'),
  );
}

/** Routes all statements on a shard through Citus, while it moves or its tables change. */
export async function closeNear(coordinatorUrl: string, shard: string): Promise<void> {
  await onWorkers(
    coordinatorUrl,
    `revoke usage on schema ${nearOf(shard)} from ${appRoleOf('ledger')}`,
  );
}

/** Recreates the views of a shard on its worker, and drops them on all others. */
export async function openNear(coordinatorUrl: string, shard: string): Promise<void> {
  const near = nearOf(shard);
  const app = appRoleOf('ledger');
  await onWorkers(
    coordinatorUrl,
    `do $do$
     declare
       name text;
       relation text;
     begin
       perform set_config('citus.enable_ddl_propagation', 'off', true);
       for name in select relname from pg_class where relnamespace = '${near}'::regnamespace loop
         execute format('drop view ${near}.%I', name);
       end loop;
       for name, relation in
         select relname, shard_name(logicalrelid, shardid)
           from pg_class
           join pg_dist_shard on logicalrelid = pg_class.oid
           join pg_dist_placement using (shardid)
           join pg_dist_local_group using (groupid)
          where relnamespace = '${shard}'::regnamespace and not relispartition
       loop
         execute format(
           'create view ${near}.%I with (security_invoker = true) as select * from %s', name, relation);
         execute format('grant select, insert, update, delete on ${near}.%I to ${app}', name);
         execute 'grant usage on schema ${near} to ${app}';
       end loop;
     end $do$`,
  );
}

/**
 * A batch on a shard's own tables locks the shard's place, as Citus does for its statements; if the
 * shard has moved, the batch is rolled back. Writes of Citus already hold that lock.
 */
export async function holdShard(serverUrl: string, shard: string): Promise<void> {
  await queryOnce(
    serverUrl,
    `create function ${shard}.hold_shard() returns trigger language plpgsql security definer
        set search_path = pg_catalog, pg_temp as $$
      declare
        held bigint := (select shardid from pg_dist_shard where logicalrelid = '${shard}.outbox_cursor'::regclass);
      begin
        if current_setting('application_name') like 'citus_internal%' then return null; end if;
        -- The relay tells a late commit from one that has rolled back by who has this locked.
        perform lock_relation_if_exists('${shard}.outgoing_events', 'ROW EXCLUSIVE');
        perform lock_shard_metadata(5, array[held]);
        perform from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = held;
        if not found then
          raise exception '${shard} has moved to another worker' using errcode = '${HAS_MOVED}';
        end if;
        return null;
      end $$;
     create trigger hold_shard before insert on ${shard}.outgoing_events
        for each statement execute function ${shard}.hold_shard()`,
  );
}

async function onWorkers(coordinatorUrl: string, command: string): Promise<void> {
  const results = await queryOnce<{ success: boolean; result: string }>(
    coordinatorUrl,
    'select success, result from run_command_on_workers($1)',
    [command],
  );
  const failed = results.find(({ success }) => !success);
  if (failed) throw new Error(`on a worker: ${failed.result}`);
}
