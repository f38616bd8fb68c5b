import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@florin/contracts';
import { toErrorReply } from '@florin/http-api';
import type { Logger } from '@florin/service';
import { linger } from './linger.ts';
import { newRequestId } from './request-id.ts';
import { baseHeaders, contentHeaders } from './send.ts';
import type { Turns } from './take-turns.ts';

/** Answers in the one error shape where Node has no request to hand over. */
export function refuseConnections(
  server: Server,
  turns: Turns,
  { headerBytesMax, isTls }: { readonly headerBytesMax: number; readonly isTls: boolean },
  log: Logger,
): void {
  const refused = new WeakSet<Duplex>();

  /** Whatever was asked for before is answered first: it takes effect, whatever comes behind it. */
  function refuse(socket: Socket, error: AppError, cause: string | undefined): void {
    if (refused.has(socket)) return;
    refused.add(socket);
    socket.pause();
    turns.afterAnswers(socket, () => {
      if (socket.writableEnded || socket.destroyed) return;
      // A second answer would be taken for that to another request.
      if (!turns.isAnsweredEarly(socket)) tell(socket, error, cause);
      linger(socket);
    });
  }

  function tell(socket: Socket, error: AppError, cause: string | undefined): void {
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
    const error = new AppError('invalid_request', 'this is no proxy: CONNECT is not served', {
      status: 405,
      headers: { Allow: 'GET, HEAD, POST, PATCH, DELETE' },
    });
    refuse(socket, error, undefined);
  });
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
