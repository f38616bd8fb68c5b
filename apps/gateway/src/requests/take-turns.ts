import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from './handle-request.ts';

/** The requests that have come on each connection. */
export interface Turns {
  /** Handles a request once all before it on its connection are answered. */
  readonly take: RequestHandler;
  /** Calls back once everything that has come whole on a connection is answered. */
  afterAnswers(socket: Duplex, then: () => void): void;
  /** Whether the answer to the newest request has begun before the request has ended. */
  isAnsweredEarly(socket: Duplex): boolean;
}

interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What a client may send ahead of its answers. */
const WAITING_MAX = 64;

/**
 * Lets the requests of a connection take turns. One behind an answer that closes the connection,
 * or that never comes, is not begun: it would take effect and nobody could be told.
 */
export function makeTurns(handle: RequestHandler): Turns {
  const waiting = new WeakMap<Duplex, Turn[]>();
  const newest = new WeakMap<Duplex, Turn>();

  function take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const turns = waiting.get(socket) ?? [];
    const last = turns.at(-1);
    // Too many: the connection ends with the last that fits.
    if (last && turns.length > WAITING_MAX) {
      last.response.setHeader('Connection', 'close');
      return;
    }
    waiting.set(socket, turns);
    newest.set(socket, { request, response });
    turns.push({ request, response });
    response.once('close', () => {
      turns.shift();
      const [next] = turns;
      if (!next || !response.writableFinished || socket.writableEnded) return;
      // That of the answer before.
      socket.setTimeout(0);
      handle(next.request, next.response);
    });
    if (!last) handle(request, response);
  }

  return {
    take,
    afterAnswers(socket, then) {
      const whole = waiting.get(socket)?.findLast(({ request }) => request.complete);
      if (whole) whole.response.once('close', then);
      else then();
    },
    isAnsweredEarly(socket) {
      const turn = newest.get(socket);
      return turn !== undefined && !turn.request.complete && turn.response.headersSent;
    },
  };
}
