import { setTimeout as pause } from 'node:timers/promises';
import { parsePublicId, shardOf } from '@florin/contracts';
import { send } from '@florin/system-kit';
import type { Holder, People } from '../../clients/people.ts';
import { credit } from '../money.ts';

/** Between a refusal and its repetition. */
const AGAIN_MS = 50;
const ACCOUNTS_MAX = 100;

/** What the clients of one shard have seen, all of them together. */
export interface ShardSeen {
  readonly holders: Holder[];
  /** Each answered once, by its reference, with the transaction's id. */
  readonly answered: Map<string, string>;
  refused: number;
  /** Answers that no client may get. */
  readonly failed: string[];
  answerMsMax: number;
  silentMsMax: number;
}

/** Accounts until each shard has so many. */
export async function openInEachShard(
  people: People,
  shards: number,
  each: number,
): Promise<readonly ShardSeen[]> {
  const seen: ShardSeen[] = Array.from({ length: shards }, () => ({
    ...{ holders: [], answered: new Map(), refused: 0, failed: [] },
    ...{ answerMsMax: 0, silentMsMax: 0 },
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

/** One client for each account, until the signal; it repeats a request by its key until it is answered. */
export async function drive(
  url: string,
  seen: readonly ShardSeen[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    seen.flatMap((shard) => {
      const clock = { succeededAt: performance.now() };
      return shard.holders.map((holder) => runClient(url, shard, holder, clock, signal));
    }),
  );
}

async function runClient(
  url: string,
  shard: ShardSeen,
  { accountId, token }: Holder,
  clock: { succeededAt: number },
  signal: AbortSignal,
): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const reference = `${accountId}-${turn}`;
    for (;;) {
      const beganAt = performance.now();
      const request = { ...credit(accountId, 1, reference, reference), token: await token() };
      const answer = await send(url, request).catch((error: unknown) => String(error));
      shard.answerMsMax = Math.max(shard.answerMsMax, performance.now() - beganAt);
      if (typeof answer === 'string') shard.failed.push(answer);
      else if (answer.status === 503) shard.refused += 1;
      else if (answer.status === 201) {
        shard.answered.set(reference, answer.body.id);
        shard.silentMsMax = Math.max(shard.silentMsMax, performance.now() - clock.succeededAt);
        clock.succeededAt = performance.now();
        break;
      } else shard.failed.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      // Whoever is still refused at the end has been told nothing.
      if (signal.aborted) break;
      await pause(AGAIN_MS);
    }
  }
}
