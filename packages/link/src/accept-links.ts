import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, waitedTooLong } from '@florin/contracts';
import { ASSERTION_HEADER, type KeyRing, LIFETIME_MS } from '@florin/runtime/caller';
import { STATUS_CODES } from '@florin/runtime/http';
import type { Received } from './frames.ts';
import {
  ADDRESS_HEADER,
  answerHello,
  LINK_PATH,
  LINK_PROTOCOL,
  NONCE_HEADER,
  plainAddress,
} from './handshake.ts';
import { type LinkEnd, NO_BODY, openEnd } from './link-end.ts';
import { makeLoadMeter, threadComputedMs } from './load.ts';
import {
  answerHead,
  CLOSING,
  type LinkedAnswer,
  type LinkedRequest,
  PING,
  readFromCaller,
} from './messages.ts';

export interface LinkService {
  readonly acceptKeys: KeyRing;
  /** Answers a request, also one that fails. `hasLeft` tells whether the link is gone. */
  serve(request: LinkedRequest, hasLeft: () => boolean): Promise<LinkedAnswer>;
  /** The answer to whatever was thrown. */
  toAnswer(error: unknown): LinkedAnswer;
  /** A link has ended by something that its other end cannot have sent. */
  onBroken(error: Error): void;
}

/** Requests of one link that are not answered yet; further ones are refused. */
const OPEN_MAX = 4_096;
/** Of one answer: a larger one would be refused with its frame, and all others of the link with it. */
const ANSWER_BYTES_MAX = 16_777_216;
/** How busy this process is, each gateway is told so often, with an answer. */
const LOAD_EVERY_MS = 250;
/** How long requests in flight have to be answered when the service stops. */
const DRAIN_MS = 8_000;

/** Takes links of those who share a key with this service, on its HTTP server. */
export function acceptLinks(server: Server, service: LinkService): { stop(): Promise<void> } {
  const ends = new Set<LinkEnd>();
  const all = { count: 0, measure: makeLoadMeter(() => performance.now(), threadComputedMs) };
  let onLastClosed = () => {};

  server.on('upgrade', (request, socket, early) => {
    const hello = findHello(request, service.acceptKeys);
    if (!hello) {
      refuse(socket);
      return;
    }
    socket.write(
      `HTTP/1.1 101 ${STATUS_CODES[101]}\r\nConnection: Upgrade\r\nUpgrade: ${LINK_PROTOCOL}\r\n` +
        `${NONCE_HEADER}: ${hello.nonce}\r\n` +
        `${ADDRESS_HEADER}: ${plainAddress(request.socket.localAddress ?? '')}\r\n\r\n`,
    );
    const open: OpenRequests = { count: 0, isClosed: false, toldAt: Number.NEGATIVE_INFINITY };
    const keys = { send: hello.keys.fromCallee, receive: hello.keys.fromCaller };
    const end = openEnd(
      socket,
      keys,
      (message) => take(service, end, open, all, message),
      (error) => {
        open.isClosed = true;
        ends.delete(end);
        if (error && !('code' in error)) service.onBroken(error);
        if (ends.size === 0) onLastClosed();
      },
    );
    ends.add(end);
    if (early.length > 0) socket.unshift(early);
  });

  return {
    async stop() {
      for (const end of ends) end.send(CLOSING, NO_BODY);
      const force = setTimeout(() => {
        for (const end of ends) end.destroy();
      }, DRAIN_MS);
      if (ends.size > 0) await new Promise<void>((resolve) => (onLastClosed = resolve));
      clearTimeout(force);
    },
  };
}

/** Those of one link. */
interface OpenRequests {
  count: number;
  isClosed: boolean;
  /** `performance.now()` of when its other end was told how busy this process is. */
  toldAt: number;
}

/** Those of all links. */
interface AllRequests {
  count: number;
  readonly measure: (open: number) => number;
}

/** How busy this process is, where it is time to say so. */
function findLoad(open: OpenRequests, all: AllRequests): number | undefined {
  const now = performance.now();
  if (now < open.toldAt + LOAD_EVERY_MS) return undefined;
  open.toldAt = now;
  return all.measure(all.count);
}

function take(
  service: LinkService,
  end: LinkEnd,
  open: OpenRequests,
  all: AllRequests,
  { head, body, sentAtMs }: Received,
): void {
  const request = readFromCaller(head, body);
  if (request === 'ping') {
    end.send(PING, NO_BODY);
    return;
  }
  const { id } = request;
  const reply = (answer: LinkedAnswer) => {
    const isFit = answer.body.length <= ANSWER_BYTES_MAX;
    const sent = isFit ? answer : service.toAnswer(new Error('the answer is too large'));
    end.send(answerHead(id, sent, findLoad(open, all)), sent.body, open.count === 0);
  };
  // As good for as long as an assertion; what lay around longer, nobody waits for.
  if (open.count >= OPEN_MAX || Math.abs(Date.now() - sentAtMs) > LIFETIME_MS) {
    reply(service.toAnswer(waitedTooLong()));
    return;
  }
  open.count += 1;
  all.count += 1;
  void service
    .serve(request, () => open.isClosed)
    .catch((error: unknown) => service.toAnswer(error))
    .then((answer) => {
      open.count -= 1;
      reply(answer);
      all.count -= 1;
    });
}

function findHello({ url, headers }: IncomingMessage, acceptKeys: KeyRing) {
  if (url !== LINK_PATH || headers.upgrade !== LINK_PROTOCOL) return undefined;
  return answerHello(acceptKeys, String(headers[ASSERTION_HEADER]));
}

function refuse(socket: Duplex): void {
  const { status, code, message } = new AppError(
    'unauthorized',
    'links are for the gateway: send requests there',
  );
  const body = JSON.stringify({ error: code, message });
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}
