import { setTimeout as pause } from 'node:timers/promises';

const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
const RETRY_AFTER_MS = { first: 25, max: 250 };

/**
 * Tries the replicas in order, repeatedly until the deadline, until one takes the request. Never
 * repeats a request that was sent.
 * @param findUrls called again after each round, since replicas come and go
 * @param deadline as a `performance.now()` time
 */
export async function tryReplicas(
  findUrls: () => readonly string[],
  deadline: number,
  send: (url: string) => Promise<void>,
): Promise<void> {
  let pauseMs = RETRY_AFTER_MS.first;
  for (;;) {
    const urls = findUrls();
    for (const [index, url] of urls.entries()) {
      try {
        return await send(url);
      } catch (error) {
        if (!wasNeverSent(error)) throw error;
        const isLast = index === urls.length - 1;
        if (isLast && performance.now() + pauseMs >= deadline) throw error;
      }
    }
    await pause(pauseMs);
    pauseMs = Math.min(pauseMs * 2, RETRY_AFTER_MS.max);
  }
}

export function wasNeverSent(error: unknown): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // The address of a deleted pod may be unreachable instead of refusing.
  return NEVER_SENT.includes(code) || syscall === 'connect';
}

/**
 * Orders replicas by preference. One key prefers one replica (rendezvous hashing), so that writes
 * of a hot account share a batch; without a key, round robin by `count`.
 */
export function orderReplicas(
  replicas: readonly string[],
  key: string | null,
  count: number,
): readonly string[] {
  if (replicas.length < 2) return replicas;
  if (key === null) {
    const first = count % replicas.length;
    return [...replicas.slice(first), ...replicas.slice(0, first)];
  }
  return replicas
    .map((replica) => ({ replica, weight: hash(`${replica} ${key}`) }))
    .sort((a, b) => b.weight - a.weight || (a.replica < b.replica ? -1 : 1))
    .map(({ replica }) => replica);
}

/**
 * Orders replicas for a shard: each replica has equally many shards, and a shard's requests share
 * one replica, which keeps its batches large.
 */
export function orderByShard(replicas: readonly string[], shard: number): readonly string[] {
  return orderReplicas(replicas.toSorted(), null, shard);
}

/** FNV-1a with the final mix of MurmurHash3: even, fast, and equal in every gateway. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
