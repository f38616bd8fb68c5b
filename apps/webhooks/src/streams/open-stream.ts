import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Scope } from '../domain/access.ts';
import type { LoggedEvent } from '../domain/event.ts';
import { type EventCursor, selectEvents } from '../events/queries.ts';
import { HEARTBEAT_MS } from '../limits.ts';
import type { WebhooksTables } from '../schema.ts';
import { makeQueue } from './queue.ts';
import { HEARTBEAT, RECONNECT_DELAY, type Tail, toChunk } from './tail.ts';

const PAGE_ROWS = 100;
/** Buffer of one client, in characters: a few hundred events. */
const WAITING_MAX = 262_144;

export interface StreamDeps {
  readonly db: Kysely<WebhooksTables>;
  readonly tail: Tail;
}

export interface StreamRequest {
  readonly scope: Scope;
  /** Undefined for every type. */
  readonly types: readonly string[] | undefined;
  /** The client's last event; undefined to start with the next one. */
  readonly last: EventCursor | undefined;
}

/**
 * An endless stream of events, after those that the client has missed. A client that falls behind
 * reads from the database at its own speed, so the buffer stays bounded.
 */
export function openStream(deps: StreamDeps, request: StreamRequest): Readable {
  const leaving = new AbortController();
  const chunks = Readable.from(writeChunks(deps, request, leaving.signal), { objectMode: false });
  // Also while no event arrives.
  chunks.once('close', () => leaving.abort());
  return chunks;
}

async function* writeChunks(deps: StreamDeps, request: StreamRequest, leaving: AbortSignal) {
  yield RECONNECT_DELAY;
  let { last } = request;
  while (!leaving.aborted) {
    // Read from the database before following the tail, since this may be much after a long
    // absence.
    for await (const event of readMissed(deps, { ...request, last })) {
      yield toChunk(event);
      last = event;
    }
    for await (const next of followEnd(deps, { ...request, last }, leaving)) {
      yield next.chunk;
      last = next.event ?? last;
    }
  }
}

/** An event or a heartbeat. */
interface Written {
  readonly chunk: string;
  readonly event?: LoggedEvent;
}

/** Follows the tail of the log until the client disconnects or falls behind. */
async function* followEnd(
  deps: StreamDeps,
  request: StreamRequest,
  leaving: AbortSignal,
): AsyncGenerator<Written> {
  const { tail } = deps;
  const queue = makeQueue<Required<Written>>(WAITING_MAX);
  leaving.addEventListener('abort', queue.end, { once: true });
  const follower = {
    ...request,
    offer: (event: LoggedEvent, chunk: string) => queue.offer({ event, chunk }, chunk.length),
  };
  try {
    const head = await tail.follow(follower);
    // Events between the last page and the position at which the tail starts.
    for await (const event of readMissed(deps, request)) {
      if (event.position > head) break;
      yield { event, chunk: toChunk(event) };
    }
    for (;;) {
      const next = await queue.take(HEARTBEAT_MS);
      if (next === 'ended') return;
      if (next === 'nothing') yield { chunk: HEARTBEAT };
      // The tail may lag behind the database.
      else if (next.item.event.position > (request.last?.position ?? 0n)) yield next.item;
    }
  } finally {
    tail.leave(follower);
    leaving.removeEventListener('abort', queue.end);
  }
}

async function* readMissed({ db }: StreamDeps, { scope, types, last }: StreamRequest) {
  let before = last;
  while (before) {
    const page = await selectEvents(db, { scope, types, after: undefined, before }, PAGE_ROWS);
    yield* page;
    before = page.length === PAGE_ROWS ? page.at(-1) : undefined;
  }
}
