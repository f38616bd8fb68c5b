import { setTimeout as pause } from 'node:timers/promises';
import { parsePublicId, shardOf } from '@florin/contracts';
import { attemptWrite, newWriteRecord, send, type WriteRecord } from '@florin/system-kit';
import type { Holder, People } from '../../clients/people.ts';
import { credit } from '../money.ts';

/** Between a refusal and the retry. */
const AGAIN_MS = 50;
const ACCOUNTS_MAX = 100;

/** Answers to the clients of one shard: writes by reference. */
export interface ShardSeen extends WriteRecord {
  readonly holders: Holder[];
}

/** Opens accounts until each shard has this number. */
export async function openInEachShard(
  people: People,
  shards: number,
  each: number,
): Promise<readonly ShardSeen[]> {
  const seen: ShardSeen[] = Array.from({ length: shards }, () => ({
    ...newWriteRecord<string>(),
    holders: [],
  }));
  for (let opened = 0; seen.some(({ holders }) => holders.length < each); opened += 1) {
    if (opened === ACCOUNTS_MAX) throw new Error('accounts do not spread over the shards');
    const holder = await people.openAccount();
    const id = parsePublicId('account', holder.accountId) ?? '';
    const shard = seen[shardOf(id, shards)];
    if (shard && shard.holders.length < each) shard.holders.push(holder);
  }
  return seen;
}

/**
 * One client for each account, until the signal; it repeats a request with its key until it is
 * answered.
 */
export async function drive(
  url: string,
  seen: readonly ShardSeen[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    seen.flatMap((shard) => {
      shard.acknowledgedAt = performance.now();
      return shard.holders.map((holder) => runClient(url, shard, holder, signal));
    }),
  );
}

async function runClient(
  url: string,
  shard: ShardSeen,
  { accountId, token }: Holder,
  signal: AbortSignal,
): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const reference = `${accountId}-${turn}`;
    const write = async () => {
      const request = { ...credit(accountId, 1, reference, reference), token: await token() };
      const { status, body } = await send(url, request);
      if (status === 503) return undefined;
      if (status === 201) return String(body.id);
      throw new Error(`${status} ${JSON.stringify(body)}`);
    };
    // A client refused until the end has no answer.
    while ((await attemptWrite(shard, reference, write)) !== 'acknowledged' && !signal.aborted)
      await pause(AGAIN_MS);
  }
}
