import { setTimeout as pause } from 'node:timers/promises';
import { send } from '@florin/system-kit';
import type { Outcome } from '../../row.ts';
import { drive, openInEachShard, type ShardSeen } from './clients.ts';
import { type FlorinOnShards, withFlorinOnShards } from './florin-on-shards.ts';
import { compare } from './verify.ts';

const CLIENTS = 4;
const BEFORE_MS = 4_000;
const AFTER_MS = 5_000;
/** Clients that cannot be served must get a refusal within this time. */
const ANSWER_MS_MAX = 3_000;
const READY_EVERY_MS = 200;

export interface Done {
  /** Numbers of the affected shards. */
  readonly concerned: readonly number[];
  readonly note: string;
  /** Whether clients of these shards may be refused temporarily. */
  readonly mayRefuse: boolean;
}

/**
 * Acts on a sharded Florin while clients of all shards write through the gateway, then compares.
 */
export function underLoad(act: (parts: FlorinOnShards) => Promise<Done>): Promise<Outcome> {
  return withFlorinOnShards(async (parts) => {
    const { florin, sharded, people } = parts;
    const seen = await openInEachShard(people, sharded.shards.length, CLIENTS);
    const stopping = new AbortController();
    const driven = drive(florin.url, seen, stopping.signal);
    const readiness = watchReadiness(florin.url, stopping.signal);
    await pause(BEFORE_MS);
    const done = await act(parts);
    await pause(AFTER_MS);
    stopping.abort();
    await driven;
    return judge(seen, done, await readiness, await compare(parts, seen));
  });
}

function judge(
  seen: readonly ShardSeen[],
  { concerned, mayRefuse, note }: Done,
  unready: number,
  { lost, double, imbalance, withoutEvent }: Awaited<ReturnType<typeof compare>>,
): Outcome {
  const isConcerned = (_: unknown, index: number) => concerned.includes(index);
  const own = seen.filter(isConcerned);
  const others = seen.filter((_, index) => !concerned.includes(index));
  const failed = seen.flatMap((shard) => shard.failed);
  const refused = (shards: readonly ShardSeen[]) =>
    shards.reduce((sum, shard) => sum + shard.refused, 0);
  const slowest = (shards: readonly ShardSeen[]) =>
    Math.round(Math.max(0, ...shards.map(({ answerMsMax }) => answerMsMax)));
  const silent = Math.round(Math.max(0, ...own.map(({ silentMsMax }) => silentMsMax)));
  const slow = seen.filter(({ answerMsMax }) => answerMsMax > ANSWER_MS_MAX).length;
  const answered = seen.reduce((sum, shard) => sum + shard.answered.size, 0);
  return {
    violations: {
      lost: lost.length,
      double: double.length,
      imbalance: imbalance.length,
      'without event': withoutEvent.length,
      failed: failed.length,
      'others refused': refused(others) + (mayRefuse ? 0 : refused(own)),
      'answered too late': slow,
      'not ready': unready,
    },
    details: [...lost, ...double, ...imbalance, ...withoutEvent, ...failed].slice(0, 5),
    of: `${answered} acknowledged; ${note}; its shards: ${refused(own)} asked to retry, slowest answer ${slowest(own)} ms, none answered for ${silent} ms; the others: slowest answer ${slowest(others)} ms`,
  };
}

/** Number of probes that found the gateway not ready. */
async function watchReadiness(url: string, signal: AbortSignal): Promise<number> {
  let unready = 0;
  while (!signal.aborted) {
    const { status } = await send(url, { method: 'GET', path: '/readyz' });
    if (status !== 200) unready += 1;
    await pause(READY_EVERY_MS);
  }
  return unready;
}
