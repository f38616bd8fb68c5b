import type { Readable } from 'node:stream';
import { AppError, type Caller, parsePublicId, type Uuid } from '@florin/contracts';
import { type Span, spanOf } from '../domain/access.ts';
import { typesOf } from '../domain/event-types.ts';
import type { EventCursor } from '../store/events.ts';
import { isKnownAccount } from '../store/sequences.ts';
import { openStream, type StreamDeps } from '../streams/open-stream.ts';
import { findWithin, firstAfter } from './read-events.ts';

export interface StreamLimits {
  /** Open streams of this process. */
  readonly streamsMax: number;
  /** Of them those of one account, so that none takes the places of others. */
  readonly accountStreamsMax: number;
}

export interface StreamQuery {
  /** Null names no account. */
  readonly accountId: Uuid | null | undefined;
  readonly type: string;
  readonly afterSequence: number | undefined;
  /** As the client sent it. */
  readonly lastEventId: string | undefined;
}

/** Whoever does not even take signs of life is gone. */
const HEARTBEATS_MISSED_MAX = 4;

/** Streams of what happens, to those who may see it. */
export function makeStreamEvents(
  deps: StreamDeps,
  { streamsMax, accountStreamsMax }: StreamLimits,
) {
  const open = new Map<Readable, Uuid | null>();

  /** @throws AppError rate_limited */
  function assertRoom(accountId: Uuid | null): void {
    const own = [...open.values()].filter((other) => other === accountId).length;
    if (own < accountStreamsMax && open.size < streamsMax) return;
    const message =
      own < accountStreamsMax
        ? 'too many streams are open: try again in a moment'
        : `the account has ${own} streams open, which is the most: close one`;
    throw new AppError('rate_limited', message, { headers: { 'Retry-After': '5' } });
  }

  /** @throws AppError invalid_request for an event that is none of those asked about. */
  async function lastOf(span: Span, query: StreamQuery): Promise<EventCursor | undefined> {
    const { lastEventId, afterSequence } = query;
    // Whoever comes back goes on where they were, whatever they began with.
    if (lastEventId === undefined)
      return afterSequence === undefined ? undefined : firstAfter(span, afterSequence);
    const id = parsePublicId('event', lastEventId);
    const event = id && (await findWithin(deps.db, span, id));
    if (event) return event;
    const message = 'Last-Event-ID names no event of yours: send the id of the last one you have';
    throw new AppError('invalid_request', message);
  }

  return {
    /** @throws AppError not_found for a token that sees no events of such an account. */
    async open(caller: Caller, query: StreamQuery) {
      const { accountId } = query;
      const span = spanOf(caller, accountId);
      const isOwn = accountId == null || accountId === caller.accountId;
      if (!span || !(isOwn || (await isKnownAccount(deps.db, accountId))))
        throw new AppError('not_found', 'there are no events of this account for you');
      const last = await lastOf(span, query);
      assertRoom(caller.accountId);
      const pieces = openStream(deps, { span, types: typesOf(query.type), last });
      open.set(pieces, caller.accountId);
      pieces.once('close', () => open.delete(pieces));
      return { pieces, stalledMs: HEARTBEATS_MISSED_MAX * deps.heartbeatMs };
    },
    /** How many are open. */
    count: () => open.size,
    /** Ends them all; their clients come back to another process. */
    cutAll() {
      for (const stream of open.keys()) stream.destroy();
    },
  };
}

export type StreamEvents = ReturnType<typeof makeStreamEvents>;
