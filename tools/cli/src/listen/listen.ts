import { setTimeout as pause } from 'node:timers/promises';
import { harmless } from '../text/harmless.ts';
import type { Events, ShownEvent } from './events.ts';

const PAGE_MAX = 100;
const BACKOFF_MS = { first: 500, max: 30_000 };

export interface Selection {
  readonly since: Date | undefined;
  /** Parameters of both lists and streams. */
  readonly filter: Readonly<Record<string, string>>;
}

/**
 * Passes every event to `take` in order, from the requested start until stopped. Reconnects after
 * the last event, so that none is missed. @throws Error when Florin refuses for good.
 */
export async function listen(
  events: Events,
  { since, filter }: Selection,
  take: (event: ShownEvent) => Promise<void>,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { first, before } = await findBeginning(events, { since, filter }, signal);
  let last = before;
  async function takeNext(event: ShownEvent): Promise<void> {
    await take(event);
    last = event.id;
  }

  // There is no event before the first one, so the stream cannot resume after one.
  if (first && before === undefined) await takeNext(first);
  let backoffMs = BACKOFF_MS.first;
  while (!signal.aborted) {
    try {
      for await (const event of events.follow(filter, last, signal)) {
        backoffMs = BACKOFF_MS.first;
        await takeNext(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!events.isWorthRepeating(error)) throw error;
      say(
        `${harmless(error instanceof Error ? error.message : String(error))}; again in ${backoffMs / 1_000} s`,
      );
    }
    await pause(backoffMs, undefined, { signal }).catch(() => {});
    backoffMs = Math.min(backoffMs * 2, BACKOFF_MS.max);
  }
}

/** The first event since an instant, and the one before it; the stream continues from there. */
async function findBeginning(
  events: Events,
  { since = new Date(), filter }: Selection,
  signal: AbortSignal,
): Promise<{ readonly first: ShownEvent | undefined; readonly before: string | undefined }> {
  for (let first: ShownEvent | undefined; ; ) {
    const cursor = first && { starting_after: first.id };
    const query = { ...filter, limit: String(PAGE_MAX), ...cursor };
    const { data, has_more } = await events.list(query, signal);
    const recent = data.filter(({ created_at }) => new Date(created_at) >= since);
    first = recent.at(-1) ?? first;
    if (!has_more || recent.length < data.length) return { first, before: data[recent.length]?.id };
  }
}
