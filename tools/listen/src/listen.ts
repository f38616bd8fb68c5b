import { setTimeout as pause } from 'node:timers/promises';
import type { Florin, ShownEvent } from './florin.ts';

const PAGE_MAX = 100;
/** What is caught up with is held in memory. */
const MISSED_MAX = 10_000;
const BACKOFF_MS = { first: 500, max: 30_000 };

export interface Wish {
  readonly since: Date | undefined;
  /** Of lists and streams alike. */
  readonly filter: Readonly<Record<string, string>>;
}

/**
 * Gives every event to `take`, in order, from the beginning that is wished for until it is stopped.
 * When the connection breaks it goes on behind the last event, so that none is missed.
 * @throws Error when Florin refuses for good.
 */
export async function listen(
  florin: Florin,
  { since, filter }: Wish,
  take: (event: ShownEvent) => Promise<void>,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { missed, before } = await readMissed(florin, { since, filter }, signal);
  let last = before;
  async function takeNext(event: ShownEvent): Promise<void> {
    await take(event);
    last = event.id;
  }

  for (const event of missed) await takeNext(event);
  let backoffMs = BACKOFF_MS.first;
  while (!signal.aborted) {
    try {
      for await (const event of florin.follow(new URLSearchParams(filter), last, signal)) {
        backoffMs = BACKOFF_MS.first;
        await takeNext(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!florin.isWorthRepeating(error)) throw error;
      say(`${error instanceof Error ? error.message : error}; again in ${backoffMs / 1_000} s`);
    }
    await pause(backoffMs, undefined, { signal }).catch(() => {});
    backoffMs = Math.min(backoffMs * 2, BACKOFF_MS.max);
  }
}

/** What happened since an instant, oldest first, and the event before that. */
async function readMissed(
  florin: Florin,
  { since = new Date(), filter }: Wish,
  signal: AbortSignal,
): Promise<{ readonly missed: readonly ShownEvent[]; readonly before: string | undefined }> {
  const missed: ShownEvent[] = [];
  for (;;) {
    const query = new URLSearchParams({ ...filter, limit: String(PAGE_MAX) });
    const oldest = missed.at(-1);
    if (oldest) query.set('starting_after', oldest.id);
    const { data, has_more } = await florin.list(query, signal);
    const recent = data.filter(({ created_at }) => new Date(created_at) >= since);
    missed.push(...recent);
    if (missed.length > MISSED_MAX)
      throw new Error(`--since: more than ${MISSED_MAX} events: choose a shorter time`);
    if (!has_more || recent.length < data.length)
      return { missed: missed.reverse(), before: data[recent.length]?.id };
  }
}
