import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@florin/contracts';
import { toErrorReply } from '@florin/http-api';
import { STATUS_CODES } from '@florin/runtime/http';
import type { Logger } from '@florin/service';
import { baseHeaders, contentHeaders, newRequestId } from '../answers/answer.ts';

/** Requests that a client may send before earlier responses. */
const PIPELINED_MAX = 64;
/** Limits on what a client may still send before the connection is destroyed. */
const LINGER_MS = 2_000;
const LINGER_BYTES_MAX = 8_388_608;

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The pipelined requests of each connection (RFC 9112 section 9.3.2). */
export interface Pipeline {
  /** Handles a request once all earlier ones on its connection are answered. */
  readonly handle: RequestHandler;
  /** Calls back once every complete request of a connection is answered. */
  afterAnswers(socket: Duplex, then: () => void): void;
  /** Whether the response to the newest request began before the request was complete. */
  isAnsweredEarly(socket: Duplex): boolean;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Handles the requests of a connection in sequence. Requests behind a response that closes the
 * connection, or never comes, are dropped: their effect would have no response.
 */
export function makePipeline(handle: RequestHandler): Pipeline {
  const pending = new WeakMap<Duplex, Exchange[]>();
  const newest = new WeakMap<Duplex, Exchange>();

  function add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const exchanges = pending.get(socket) ?? [];
    const last = exchanges.at(-1);
    // Beyond the limit: the connection closes after the last accepted request.
    if (last && exchanges.length > PIPELINED_MAX) {
      last.response.setHeader('Connection', 'close');
      return;
    }
    pending.set(socket, exchanges);
    newest.set(socket, { request, response });
    exchanges.push({ request, response });
    response.once('close', () => {
      exchanges.shift();
      const [next] = exchanges;
      if (!next || !response.writableFinished || socket.writableEnded) return;
      // Resets the timeout set by the previous response.
      socket.setTimeout(0);
      handle(next.request, next.response);
    });
    if (!last) handle(request, response);
  }

  return {
    handle: add,
    afterAnswers(socket, then) {
      const complete = pending.get(socket)?.findLast(({ request }) => request.complete);
      if (complete) complete.response.once('close', then);
      else then();
    },
    isAnsweredEarly(socket) {
      const exchange = newest.get(socket);
      return exchange !== undefined && !exchange.request.complete && exchange.response.headersSent;
    },
  };
}

/** Sends our error body where Node has no request to handle. */
export function refuseConnections(
  server: Server,
  pipeline: Pipeline,
  { headerBytesMax, isTls }: { readonly headerBytesMax: number; readonly isTls: boolean },
  log: Logger,
): void {
  const refused = new WeakSet<Duplex>();

  /** Earlier requests are answered first, since they take effect regardless. */
  function refuse(socket: Socket, error: AppError, cause: string | undefined): void {
    if (refused.has(socket)) return;
    refused.add(socket);
    socket.pause();
    pipeline.afterAnswers(socket, () => {
      if (socket.writableEnded || socket.destroyed) return;
      // A second response would be read as the response to another request.
      if (!pipeline.isAnsweredEarly(socket)) answer(socket, error, cause);
      linger(socket);
    });
  }

  function answer(socket: Socket, error: AppError, cause: string | undefined): void {
    const requestId = newRequestId();
    const line = { method: null, route: null, status: error.status, cause, request_id: requestId };
    log.info(line, 'refused');
    socket.write(toRawReply(error, requestId, isTls));
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable) refuse(socket, toAppError(error.code, headerBytesMax), error.code);
    else socket.destroy();
  });
  server.on('connect', (_request, socket: Socket) => {
    const error = new AppError(
      'invalid_request',
      'this server is not a proxy; CONNECT is not supported',
      {
        status: 405,
        headers: { Allow: 'GET, HEAD, POST, PATCH, DELETE' },
      },
    );
    refuse(socket, error, undefined);
  });
}

function toAppError(code: string | undefined, headerBytesMax: number): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'invalid_request',
      `the request line and headers exceed ${headerBytesMax} bytes together`,
      { status: 431 },
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('invalid_request', 'the request took too long to arrive', { status: 408 });
  return new AppError('invalid_request', 'the request is not valid HTTP/1.1');
}

function toRawReply(error: AppError, requestId: string, isTls: boolean): string {
  const { status, headers, body } = toErrorReply(error);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...baseHeaders(requestId, isTls),
    ...headers,
    ...contentHeaders(Buffer.from(text)),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`;
}

/**
 * Closes only our side and discards what still arrives. Closing both while the client sends would
 * reset the connection and lose the last response (RFC 9112 section 9.6).
 */
export function linger(socket: Socket): void {
  if (socket.writableEnded || socket.destroyed) return;
  socket.end();
  let bytesLeft = LINGER_BYTES_MAX;
  // Includes the listener of Node's parser.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) socket.destroy();
  });
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
