import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Span } from '../domain/access.ts';
import type { LoggedEvent } from '../domain/event.ts';
import { type EventCursor, listEvents } from '../store/events.ts';
import type { WebhooksTables } from '../store/schema.ts';
import { makeQueue } from './make-queue.ts';
import { GREETING, HEARTBEAT, toPiece } from './piece.ts';
import type { Tail } from './tail.ts';

const PAGE_ROWS = 100;
/** What may wait for one reader, in characters: some hundred events. */
const WAITING_MAX = 262_144;

export interface StreamDeps {
  readonly db: Kysely<WebhooksTables>;
  readonly tail: Tail;
  readonly heartbeatMs: number;
}

export interface StreamWish {
  readonly span: Span;
  /** Undefined asks for every type. */
  readonly types: readonly string[] | undefined;
  /** The last event that the reader has; undefined for what happens from now on. */
  readonly last: EventCursor | undefined;
}

/**
 * Events as they come, behind those that the reader has missed. Has no end of its own. A reader
 * who cannot keep up gets the rest from the database in their own time: nothing piles up here.
 */
export function openStream(deps: StreamDeps, wish: StreamWish): Readable {
  const leaving = new AbortController();
  const pieces = Readable.from(writePieces(deps, wish, leaving.signal), { objectMode: false });
  // Whoever has left wants nothing more, even if nothing ever comes.
  pieces.once('close', () => leaving.abort());
  return pieces;
}

async function* writePieces(deps: StreamDeps, wish: StreamWish, leaving: AbortSignal) {
  yield GREETING;
  let { last } = wish;
  while (!leaving.aborted) {
    // Before joining the others at the end of the log: who was away for long has missed much.
    for await (const event of readMissed(deps, { ...wish, last })) {
      yield toPiece(event);
      last = event;
    }
    for await (const next of followEnd(deps, { ...wish, last }, leaving)) {
      yield next.piece;
      last = next.event ?? last;
    }
  }
}

/** An event, or a sign of life. */
interface Written {
  readonly piece: string;
  readonly event?: LoggedEvent;
}

/** The end of the log as it grows, until the reader leaves or falls behind. */
async function* followEnd(
  deps: StreamDeps,
  wish: StreamWish,
  leaving: AbortSignal,
): AsyncGenerator<Written> {
  const { tail, heartbeatMs } = deps;
  const queue = makeQueue<Required<Written>>(WAITING_MAX);
  leaving.addEventListener('abort', queue.end, { once: true });
  const follower = {
    ...wish,
    offer: (event: LoggedEvent, piece: string) => queue.offer({ event, piece }, piece.length),
  };
  try {
    const head = await tail.follow(follower);
    // What came between the last page and the place from which on the tail offers.
    for await (const event of readMissed(deps, wish)) {
      if (event.position > head) break;
      yield { event, piece: toPiece(event) };
    }
    for (;;) {
      const next = await queue.take(heartbeatMs);
      if (next === 'ended') return;
      if (next === 'nothing') yield { piece: HEARTBEAT };
      // The tail may have been behind the database.
      else if (next.item.event.position > (wish.last?.position ?? 0n)) yield next.item;
    }
  } finally {
    tail.leave(follower);
    leaving.removeEventListener('abort', queue.end);
  }
}

async function* readMissed({ db }: StreamDeps, { span, types, last }: StreamWish) {
  let before = last;
  while (before) {
    const page = await listEvents(db, { span, types, after: undefined, before }, PAGE_ROWS);
    yield* page;
    before = page.length === PAGE_ROWS ? page.at(-1) : undefined;
  }
}
