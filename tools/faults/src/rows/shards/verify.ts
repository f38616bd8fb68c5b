import { setTimeout as pause } from 'node:timers/promises';
import { parsePublicId } from '@florin/contracts';
import { queryOnce } from '@florin/system-kit';
import { askProduct } from '../../auditor/product-audit.ts';
import type { ShardSeen } from './clients.ts';
import type { FlorinOnShards } from './florin-on-shards.ts';

const EVENTS_MS_MAX = 20_000;
const POLL_MS = 250;

export interface Compared {
  readonly lost: readonly string[];
  readonly double: readonly string[];
  readonly imbalance: readonly string[];
  /** Acknowledged writes without a published event. */
  readonly withoutEvent: readonly string[];
}

/** Compares the books and the events with the answers to clients. */
export async function compare(
  { florin, sharded, people }: FlorinOnShards,
  seen: readonly ShardSeen[],
): Promise<Compared> {
  const accounts = seen.flatMap(({ holders }) =>
    holders.map(({ accountId }) => parsePublicId('account', accountId)),
  );
  const rows = await queryOnce<{ id: string; reference: string }>(
    sharded.cluster.coordinator.url,
    'select id, reference from ledger.transactions where account_id = any($1::uuid[])',
    [accounts],
  );
  const there = Map.groupBy(rows, ({ reference }) => reference);
  const answered = seen.flatMap((shard) => [...shard.answered]);
  return {
    lost: answered.flatMap(([reference, id]) =>
      there.get(reference)?.some((row) => row.id === parsePublicId('transaction', id))
        ? []
        : [`${id} is not there`],
    ),
    double: [...there].flatMap(([reference, { length }]) =>
      length > 1 ? [`${reference} is there ${length} times`] : [],
    ),
    imbalance: await askProduct(people),
    withoutEvent: await findWithoutEvent(florin.processes.get('postgres').url, answered),
  };
}

/** Events arrive shortly after answers. */
async function findWithoutEvent(
  postgresUrl: string,
  answered: readonly (readonly [string, string])[],
): Promise<readonly string[]> {
  const ids = answered.map(([, id]) => id);
  const endsAt = performance.now() + EVENTS_MS_MAX;
  for (;;) {
    const found = await queryOnce<{ id: string }>(
      postgresUrl,
      `select id from unnest($1::text[]) id
       except
       select data->'object'->>'id' from webhooks.events where type = 'transaction.created'`,
      [ids],
    );
    if (found.length === 0 || performance.now() > endsAt)
      return found.map(({ id }) => `no event about ${id}`);
    await pause(POLL_MS);
  }
}
