import { newId } from '@florin/contracts';
import {
  giveUpMissing,
  listUnpublished,
  markPublished,
  type OutboxTables,
  withDatabase,
} from '@florin/database';
import { queryOnce } from '@florin/system-kit';
import { Client } from 'pg';
import { startCluster } from '../cluster/cluster.ts';
import { createShards, findUrl, shardNames } from '../shards/shards.ts';

const ROWS_MAX = 100;
const LOOKS = 5;

/**
 * Commits an event after a later one was published, both written near a shard, while the relay
 * looks for gaps in positions. Returns the number of lost events.
 */
export async function commitLate(
  native: string,
  folder: string,
  isHeld: boolean,
  say: (line: string) => void,
): Promise<number> {
  const cluster = await startCluster({ native, folder, workers: 1, hasStandbys: false, say });
  try {
    const shards = shardNames(1);
    const [shard = 'ledger_00'] = shards;
    const { url: coordinatorUrl } = cluster.coordinator;
    await createShards(cluster, shards, say);
    if (!isHeld)
      await queryOnce(coordinatorUrl, `drop trigger hold_shard on ${shard}.outgoing_events`);
    const url = await findUrl(coordinatorUrl, shard);
    const [late, next] = await Promise.all([connectNear(url, shard), connectNear(url, shard)]);
    try {
      const early = newId();
      await late.query('begin');
      await insertEvent(late, early);
      await insertEvent(next, newId());
      return await withDatabase<OutboxTables, number>({ url, poolSizeMax: 2 }, async (db) => {
        await publishAll(db);
        for (let look = 0; look < LOOKS; look += 1) await giveUpMissing(db);
        await late.query('commit');
        const published = await publishAll(db);
        return published.includes(early) ? 0 : 1;
      });
    } finally {
      await Promise.all([late.end(), next.end()]);
    }
  } finally {
    await cluster.stop();
  }
}

async function connectNear(url: string, shard: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set citus.enable_manual_changes_to_shards = on');
  await client.query(`set search_path = ${shard}_near, ${shard}`);
  return client;
}

async function insertEvent(client: Client, id: string): Promise<void> {
  await client.query(
    `insert into outgoing_events (event_id, aggregate_id, aggregate_sequence, type, body)
     values ($1, $2, 1, 'transaction.created', '{}')`,
    [id, newId()],
  );
}

async function publishAll(db: Parameters<typeof listUnpublished>[0]): Promise<readonly string[]> {
  const rows = await listUnpublished(db, ROWS_MAX);
  await markPublished(db, rows);
  return rows.map(({ event_id }) => event_id);
}
