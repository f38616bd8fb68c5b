import { appRoleOf } from '@florin/database';
import { queryOnce } from '@florin/system-kit';

/** A schema on every node that Citus does not know. */
const SCHEMA = 'florin_positions';

/**
 * Sequences of event positions. Citus gives each worker its own identity range, so a moved shard
 * would continue in another range, and its events would lose their order.
 */
export async function createPositions(nodeUrl: string, shards: readonly string[]): Promise<void> {
  const role = appRoleOf('ledger');
  await queryOnce(
    nodeUrl,
    [
      'set citus.enable_ddl_propagation = off',
      `create schema ${SCHEMA}`,
      `grant usage on schema ${SCHEMA} to ${role}`,
      ...shards.map((shard) => `create sequence ${SCHEMA}.${shard}`),
      `grant usage on all sequences in schema ${SCHEMA} to ${role}`,
    ].join(';'),
  );
}

/** Makes a shard's events take positions on its worker, through whichever node they come. */
export async function takePositions(serverUrl: string, shard: string): Promise<void> {
  await queryOnce(
    serverUrl,
    `create function ${shard}.take_position() returns trigger language plpgsql
        set search_path = pg_catalog, pg_temp as $$
      begin
        new.position := nextval('${SCHEMA}.${shard}');
        return new;
      end $$;
     create trigger take_position before insert on ${shard}.outgoing_events
        for each row execute function ${shard}.take_position()`,
  );
}

/** Transfers a shard's position to another worker. The shard must not be written to meanwhile. */
export async function handOnPositions(from: string, to: string, shard: string): Promise<void> {
  const [last] = await queryOnce<{ last_value: string; is_called: boolean }>(
    from,
    `select last_value, is_called from ${SCHEMA}.${shard}`,
  );
  if (last === undefined) throw new Error(`${shard} has no positions`);
  await queryOnce(to, `select setval('${SCHEMA}.${shard}', $1, $2)`, [
    last.last_value,
    last.is_called,
  ]);
}
