import { startLoop } from '@florin/runtime/loop';
import type { Kysely } from 'kysely';
import { includes, type Span } from '../domain/access.ts';
import type { LoggedEvent } from '../domain/event.ts';
import { listEvents } from '../store/events.ts';
import type { WebhooksTables } from '../store/schema.ts';
import { findHead } from '../store/sequences.ts';
import { toPiece } from './piece.ts';

const ROWS_MAX = 500;
const REST_MS = 100;
const REST_AFTER_ERROR_MS = 500;

export interface Follower {
  readonly span: Span;
  /** Undefined follows every type. */
  readonly types: readonly string[] | undefined;
  /** Takes an event, also written as a piece of a stream; false ends that it is followed. */
  readonly offer: (event: LoggedEvent, piece: string) => boolean;
}

export interface Tail {
  /** Offers everything behind the position that this resolves with. */
  follow(follower: Follower): Promise<bigint>;
  leave(follower: Follower): void;
  stop(): Promise<void>;
}

/**
 * Reads the end of the log once for all who follow it, and not at all while nobody does. Positions
 * become visible in their order, so that nothing is missed by reading on from the last one.
 */
export function startTail(db: Kysely<WebhooksTables>, onError: (error: unknown) => void): Tail {
  const followers = new Set<Follower>();
  let joining: { readonly follower: Follower; readonly joined: (head: bigint) => void }[] = [];
  /** Of the last event offered; undefined while nobody follows. */
  let head: bigint | undefined;

  function offer(event: LoggedEvent): void {
    let piece: string | undefined;
    for (const follower of followers) {
      const { span, types } = follower;
      if (!includes(span, event.accountId) || (types && !types.includes(event.type))) continue;
      piece ??= toPiece(event);
      if (!follower.offer(event, piece)) followers.delete(follower);
    }
  }

  const loop = startLoop(
    async () => {
      if (followers.size === 0 && joining.length === 0) head = undefined;
      else head ??= await findHead(db);
      if (head === undefined) return 'rest';
      for (const { follower, joined } of joining) {
        followers.add(follower);
        joined(head);
      }
      joining = [];
      const before = { position: head, sequence: null };
      const page = { span: 'everything', types: undefined, after: undefined, before } as const;
      const events = await listEvents(db, page, ROWS_MAX);
      for (const event of events) offer(event);
      head = events.at(-1)?.position ?? head;
      return events.length === ROWS_MAX ? 'again' : 'rest';
    },
    { restMs: REST_MS, restAfterErrorMs: REST_AFTER_ERROR_MS },
    onError,
  );

  return {
    follow(follower) {
      const { promise, resolve } = Promise.withResolvers<bigint>();
      joining.push({ follower, joined: resolve });
      loop.wake();
      return promise;
    },
    leave(follower) {
      joining = joining.filter((waiting) => waiting.follower !== follower);
      followers.delete(follower);
    },
    stop: loop.stop,
  };
}
