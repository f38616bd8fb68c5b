import { toPublicEvent, toPublicId } from '@florin/contracts';
import { startLoop } from '@florin/runtime/loop';
import type { Kysely } from 'kysely';
import { includes, type Scope } from '../domain/access.ts';
import type { LoggedEvent } from '../domain/event.ts';
import { findHead, selectEvents } from '../events/queries.ts';
import type { WebhooksTables } from '../schema.ts';

const ROWS_MAX = 500;
const REST_MS = 100;
const REST_AFTER_ERROR_MS = 500;

export interface Follower {
  readonly scope: Scope;
  /** Undefined for every type. */
  readonly types: readonly string[] | undefined;
  /** Receives an event, and its encoding as a chunk of the stream; returning false unsubscribes. */
  readonly offer: (event: LoggedEvent, chunk: string) => boolean;
}

export interface Tail {
  /** Offers every event after the returned position. */
  follow(follower: Follower): Promise<bigint>;
  leave(follower: Follower): void;
  stop(): Promise<void>;
}

/**
 * Reads the end of the log once for all followers, and not at all without any. Positions become
 * visible in order, so no event is missed.
 */
export function startTail(db: Kysely<WebhooksTables>, onError: (error: unknown) => void): Tail {
  const followers = new Set<Follower>();
  let joining: { readonly follower: Follower; readonly joined: (head: bigint) => void }[] = [];
  /** Position of the last event offered; undefined without followers. */
  let head: bigint | undefined;

  function offer(event: LoggedEvent): void {
    let chunk: string | undefined;
    for (const follower of followers) {
      const { scope, types } = follower;
      if (!includes(scope, event.accountId) || (types && !types.includes(event.type))) continue;
      chunk ??= toChunk(event);
      if (!follower.offer(event, chunk)) followers.delete(follower);
    }
  }

  const loop = startLoop(
    async () => {
      if (followers.size === 0 && joining.length === 0) head = undefined;
      else head ??= await findHead(db);
      if (head === undefined) return 'wait';
      for (const { follower, joined } of joining) {
        followers.add(follower);
        joined(head);
      }
      joining = [];
      const before = { position: head, sequence: null };
      const page = { scope: 'everything', types: undefined, after: undefined, before } as const;
      const events = await selectEvents(db, page, ROWS_MAX);
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

/** Encodes an event as a server-sent event; its JSON has no line breaks. */
export function toChunk(event: LoggedEvent): string {
  const id = toPublicId('event', event.id);
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(toPublicEvent(event))}\n\n`;
}

/** A comment, which keeps proxies from closing an idle connection. */
export const HEARTBEAT = ': nothing new\n\n';

/** When a disconnected client reconnects, in milliseconds. */
export const RECONNECT_DELAY = 'retry: 1000\n\n';
