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
  /** Answers a request, also one that fails. `hasLeft` returns whether the link is closed. */
  serve(request: LinkedRequest, hasLeft: () => boolean): Promise<LinkedAnswer>;
  /** Converts a thrown error to a response. */
  toAnswer(error: unknown): LinkedAnswer;
  /** A link was closed because its other end broke the protocol. */
  onBroken(error: Error): void;
}

/** Limit of unanswered requests on a link; more are refused. */
const OPEN_MAX = 4_096;
/** Size limit of an answer. A larger frame would close the link with all its requests. */
const ANSWER_BYTES_MAX = 16_777_216;
/** How often a gateway gets this process's load, attached to an answer. */
const LOAD_EVERY_MS = 250;
/** How long requests in flight may take when the service stops. */
const DRAIN_MS = 8_000;

/** Accepts links on a service's HTTP server from peers that share a key with it. */
export function acceptLinks(server: Server, service: LinkService): { stop(): Promise<void> } {
  const ends = new Set<LinkEnd>();
  const all = { count: 0, measure: makeLoadMeter(() => performance.now(), threadComputedMs) };
  let onLastClosed = () => {};
  let isStopping = false;

  server.on('upgrade', (request, socket, early) => {
    // The server would wait for the end of a link that opens during its stop.
    if (isStopping) {
      socket.destroy();
      return;
    }
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
    const open: OpenRequests = { count: 0, isClosed: false, reportedAt: Number.NEGATIVE_INFINITY };
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
      isStopping = true;
      for (const end of ends) end.send(CLOSING, NO_BODY);
      const force = setTimeout(() => {
        for (const end of ends) end.destroy();
      }, DRAIN_MS);
      if (ends.size > 0) await new Promise<void>((resolve) => (onLastClosed = resolve));
      clearTimeout(force);
    },
  };
}

/** Open requests of one link. */
interface OpenRequests {
  count: number;
  isClosed: boolean;
  /** `performance.now()` when the other end last got this process's load. */
  reportedAt: number;
}

/** Open requests of all links. */
interface AllRequests {
  count: number;
  readonly measure: (open: number) => number;
}

/** This process's load, if it is time to report it. */
function findLoad(open: OpenRequests, all: AllRequests): number | undefined {
  const now = performance.now();
  if (now < open.reportedAt + LOAD_EVERY_MS) return undefined;
  open.reportedAt = now;
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
  // Valid as long as an assertion. A client no longer waits for an older request.
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
    'links are for gateways; send requests to the gateway',
  );
  const body = JSON.stringify({ error: code, message });
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}
