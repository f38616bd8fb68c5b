import { migrate } from '@florin/database';
import { migrations } from '@florin/ledger/src/migrations/index.ts';
import type { CommandResult } from '@florin/service/operator';
import { queryOnce } from '@florin/system-kit';
import { closeNear, openNear } from './near.ts';
import { leadFunctions } from './shards.ts';

/** A month more than each ledger creates ahead. */
const MONTHS_AHEAD = 4;
const DAYS_AHEAD = 14;
/** As long as the ledger remembers keys. */
const REPLIES_KEPT_DAYS = 8;

/** The shards of a coordinator. */
async function findShards(ownerUrl: string): Promise<readonly string[]> {
  const rows = await queryOnce<{ shard: string }>(
    ownerUrl,
    `select nspname as shard from pg_namespace where nspname ~ '^ledger_[0-9]+$' order by 1`,
  );
  if (rows.length === 0) throw new Error('no schema ledger_00: name the coordinator');
  return rows.map(({ shard }) => shard);
}

/** Migrates existing shards as their owner, through the coordinator. */
export async function migrateShards(
  ownerUrl: string,
  say: (line: string) => void,
): Promise<CommandResult> {
  const shards: { shard: string; applied: readonly string[] }[] = [];
  for (const shard of await findShards(ownerUrl)) {
    await closeNear(ownerUrl, shard);
    const applied = await migrate(within(ownerUrl, shard), 'ledger', migrations, say, shard);
    await leadFunctions(ownerUrl, shard);
    await openNear(ownerUrl, shard);
    say(`${shard}: ${applied.length === 0 ? 'up to date' : applied.join(', ')}`);
    shards.push({ shard, applied });
  }
  return { text: '', data: { shards } };
}

/** Creates future partitions and drops expired ones: workers allow no changes of tables. */
export async function makePartitions(
  ownerUrl: string,
  say: (line: string) => void,
): Promise<CommandResult> {
  const shards = await findShards(ownerUrl);
  for (const shard of shards) {
    const url = within(ownerUrl, shard);
    await queryOnce(url, 'select make_partitions($1, $2)', [MONTHS_AHEAD, DAYS_AHEAD]);
    await queryOnce(url, 'select drop_old_replies($1)', [REPLIES_KEPT_DAYS]);
    say(`${shard}: partitions of ${MONTHS_AHEAD} months and ${DAYS_AHEAD} days`);
  }
  return { text: '', data: { shards } };
}

function within(ownerUrl: string, shard: string): string {
  const url = new URL(ownerUrl);
  url.searchParams.set('options', `-c search_path=${shard}`);
  return url.href.replaceAll('+', '%20');
}
