import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@florin/contracts';
import { toErrorReply } from '@florin/http-api';
import type { Logger } from '@florin/service-runtime';
import { newRequestId } from './request-id.ts';
import { baseHeaders, contentHeaders } from './send.ts';

/** How long a refused sender may read its answer before the connection goes. */
const LINGER_MS = 1_000;

/** Answers in the one error shape where Node has no request to hand over. */
export function refuseConnections(
  server: Server,
  { headerBytesMax, isTls }: { readonly headerBytesMax: number; readonly isTls: boolean },
  log: Logger,
): void {
  /** Requests by connection, from their headers on until both body and answer are through. */
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  const refused = new WeakSet<Duplex>();

  function track(request: IncomingMessage, response: ServerResponse): void {
    const responses = open.get(request.socket) ?? new Set();
    open.set(request.socket, responses.add(response));
    const leave = (): void => {
      if (request.complete && response.writableFinished) responses.delete(response);
    };
    request.once('end', leave);
    response.once('finish', leave);
  }
  server.prependListener('request', track);
  server.prependListener('checkContinue', track);
  server.prependListener('checkExpectation', track);

  function refuse(socket: Duplex, error: AppError, cause: string | undefined): void {
    refused.add(socket);
    const requestId = newRequestId();
    log.info(
      { method: null, route: null, status: error.status, cause, request_id: requestId },
      'refused',
    );
    socket.end(toRawReply(error, requestId, isTls));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    if (!socket.writable || !mayAnswer([...(open.get(socket) ?? [])])) socket.destroy();
    else refuse(socket, toAppError(error.code, headerBytesMax), error.code);
  });
  server.on('connect', (_request, socket) => {
    const error = new AppError('invalid_request', 'this is no proxy: CONNECT is not served', {
      status: 405,
      headers: { Allow: 'GET, POST, PATCH, DELETE' },
    });
    refuse(socket, error, undefined);
  });
}

/** An answer written past other ones would be taken for theirs. */
function mayAnswer(open: readonly ServerResponse[]): boolean {
  const [first, second] = open;
  if (!first) return true;
  return !second && !first.req.complete && !first.headersSent;
}

function toAppError(code: string | undefined, headerBytesMax: number): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'invalid_request',
      `the request line and headers may have at most ${headerBytesMax} bytes together`,
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
