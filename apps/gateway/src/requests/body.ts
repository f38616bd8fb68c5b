import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@florin/contracts';
import { BODY_BYTES_MAX, bodyTooLarge } from '@florin/http-api';

/**
 * Reserves memory for a chunk of a body.
 * @throws AppError if none is left.
 */
export type Reserve = (bytes: number) => void;

/** Memory of bodies that are arriving or wait for their response. */
export interface BodyMemory {
  /** For one request; its reservation is freed when its response closes. */
  reserve(key: string, response: ServerResponse): Reserve;
  reservedBytes(): number;
}

export interface BodyMemorySizes {
  readonly bytesMax: number;
  /** Per token or address. */
  readonly bytesMaxEach: number;
}

export function makeBodyMemory({ bytesMax, bytesMaxEach }: BodyMemorySizes): BodyMemory {
  const reservedBy = new Map<string, number>();
  let reserved = 0;

  return {
    reserve(key, response) {
      let own = 0;
      response.once('close', () => {
        reserved -= own;
        const left = (reservedBy.get(key) ?? 0) - own;
        if (left > 0) reservedBy.set(key, left);
        else reservedBy.delete(key);
      });
      return (bytes) => {
        const each = (reservedBy.get(key) ?? 0) + bytes;
        if (each > bytesMaxEach)
          throw new AppError(
            'rate_limited',
            'too many request bytes in flight from this client; wait for responses before sending more',
          );
        if (reserved + bytes > bytesMax)
          throw new AppError('unavailable', 'the server is overloaded; retry in a moment');
        own += bytes;
        reserved += bytes;
        reservedBy.set(key, each);
      };
    },
    reservedBytes: () => reserved,
  };
}

/**
 * Reads the whole body of a request. Nothing is forwarded before, so a slow sender costs this
 * process a buffer and the services nothing.
 * @throws AppError 413 if too large, 408 if too slow, and errors of `reserve`.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs: number,
  reserve: Reserve,
): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': transfer, expect } = request.headers;
  if (length === undefined && transfer === undefined) return Buffer.alloc(0);
  if (Number(length ?? 0) > BODY_BYTES_MAX) throw bodyTooLarge();
  // Destroyed before there were listeners, so it emits no event.
  if (request.destroyed) throw endedEarly();
  // HTTP/1.0 clients would take it for the response (RFC 9110 section 10.1.1).
  if (expect !== undefined && request.httpVersion === '1.1') response.writeContinue();

  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => complete(() => reject(tooSlow(timeoutMs))), timeoutMs);

    function onData(chunk: Buffer): void {
      bytes += chunk.length;
      try {
        if (bytes > BODY_BYTES_MAX) throw bodyTooLarge();
        reserve(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        complete(() => reject(error));
      }
    }
    function onEnd(): void {
      complete(() => resolve(Buffer.concat(chunks)));
    }
    function onClose(): void {
      complete(() => reject(endedEarly()));
    }
    function complete(outcome: () => void): void {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      request.resume();
      outcome();
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    // A broken connection emits an error, followed by `close`.
    request.on('error', () => {});
  });
}

function endedEarly(): AppError {
  return new AppError('invalid_request', 'the body is shorter than its Content-Length');
}

function tooSlow(timeoutMs: number): AppError {
  return new AppError(
    'invalid_request',
    `the body took too long; send the whole body within ${timeoutMs / 1000} s`,
    {
      status: 408,
      headers: { Connection: 'close' },
    },
  );
}
