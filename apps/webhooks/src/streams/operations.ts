import type { Readable } from 'node:stream';
import { AppError, type Caller, parsePublicId, type Uuid } from '@florin/contracts';
import { type Scope, scopeOf } from '../domain/access.ts';
import { typesOf } from '../domain/event.ts';
import { assertNoGap, findInScope, firstAfter, missingEvent } from '../events/operations.ts';
import { type EventCursor, isKnownAccount } from '../events/queries.ts';
import { HEARTBEAT_MS, STREAM_LIMITS } from '../limits.ts';
import { openStream, type StreamDeps } from './open-stream.ts';

export interface StreamQuery {
  /** Null matches no account. */
  readonly accountId: Uuid | null | undefined;
  readonly type: string;
  readonly afterSequence: number | undefined;
  /** The header as sent. */
  readonly lastEventId: string | undefined;
}

/** A client that does not even read heartbeats is disconnected. */
const HEARTBEATS_MISSED_MAX = 4;

export type Streams = ReturnType<typeof makeStreams>;

/** The open streams of this process. */
export function makeStreams(deps: StreamDeps) {
  const { streamsMax, accountStreamsMax } = STREAM_LIMITS;
  const streams = new Map<Readable, Uuid | null>();

  /** @throws AppError rate_limited */
  function assertRoom(accountId: Uuid | null): void {
    const own = [...streams.values()].filter((other) => other === accountId).length;
    if (own < accountStreamsMax && streams.size < streamsMax) return;
    const message =
      own < accountStreamsMax
        ? 'too many streams are open; retry in a moment'
        : `the account has ${own} open streams, the maximum; close one`;
    throw new AppError('rate_limited', message, { headers: { 'Retry-After': '5' } });
  }

  return {
    /**
     * Opens a stream of the events visible to the caller.
     * @throws AppError not_found for an account invisible to the token.
     */
    async open(caller: Caller, query: StreamQuery) {
      const { accountId } = query;
      const scope = scopeOf(caller, accountId);
      const isOwn = accountId == null || accountId === caller.accountId;
      if (!scope || !(isOwn || (await isKnownAccount(deps.db, accountId))))
        throw new AppError('not_found', 'you cannot read events of this account');
      const last = await lastOf(deps, scope, query);
      assertRoom(caller.accountId);
      const chunks = openStream(deps, { scope, types: typesOf(query.type), last });
      streams.set(chunks, caller.accountId);
      chunks.once('close', () => streams.delete(chunks));
      return { chunks, stalledMs: HEARTBEATS_MISSED_MAX * HEARTBEAT_MS };
    },
    count: () => streams.size,
    /** Disconnects all clients; they reconnect to another process. */
    cutAll() {
      for (const stream of streams.keys()) stream.destroy();
    },
  };
}

/**
 * The client's last event; undefined to start with the next one.
 * @throws AppError invalid_request for an event outside the scope.
 */
async function lastOf(
  { db }: StreamDeps,
  scope: Scope,
  { lastEventId, afterSequence }: StreamQuery,
): Promise<EventCursor | undefined> {
  // A reconnect continues after Last-Event-ID, regardless of the other parameters.
  if (lastEventId === undefined) {
    if (afterSequence === undefined) return undefined;
    await assertNoGap(db, scope, afterSequence);
    return firstAfter(scope, afterSequence);
  }
  const id = parsePublicId('event', lastEventId);
  const event = id && (await findInScope(db, scope, id));
  if (event) return event;
  const message = 'Last-Event-ID: unknown event; send the id of the last event you received';
  throw await missingEvent(db, id, message);
}
