import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@florin/contracts';
import { BODY_BYTES_MAX } from '@florin/http-api';
import type { Hold } from '../limits/body-memory.ts';

/**
 * The whole body of a request. Nothing is forwarded before it is there, so that a slow sender
 * costs this process a buffer and the services nothing.
 * @throws AppError 413 when it is too large, 408 when it takes too long, and what `hold` throws.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs: number,
  hold: Hold,
): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': transfer, expect } = request.headers;
  if (length === undefined && transfer === undefined) return Buffer.alloc(0);
  if (Number(length ?? 0) > BODY_BYTES_MAX) throw tooLarge();
  // It went away before anybody listened, and will not tell again.
  if (request.destroyed) throw endedEarly();
  // Older clients do not know of it and would take it for the answer (RFC 9110 section 10.1.1).
  if (expect !== undefined && request.httpVersion === '1.1') response.writeContinue();

  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => settle(() => reject(tooSlow(timeoutMs))), timeoutMs);

    function take(chunk: Buffer): void {
      bytes += chunk.length;
      try {
        if (bytes > BODY_BYTES_MAX) throw tooLarge();
        hold(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        settle(() => reject(error));
      }
    }
    function finish(): void {
      settle(() => resolve(Buffer.concat(chunks)));
    }
    function cut(): void {
      settle(() => reject(endedEarly()));
    }
    function settle(outcome: () => void): void {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('close', cut);
      request.resume();
      outcome();
    }
    request.on('data', take).on('end', finish).on('close', cut);
    // A connection that breaks reports here first and closes right after.
    request.on('error', () => {});
  });
}

function tooLarge(): AppError {
  return new AppError('invalid_request', `the body may have at most ${BODY_BYTES_MAX} bytes`, {
    status: 413,
  });
}

function endedEarly(): AppError {
  return new AppError('invalid_request', 'the body ended before its length');
}

function tooSlow(timeoutMs: number): AppError {
  return new AppError('invalid_request', `send the whole body within ${timeoutMs / 1000} s`, {
    status: 408,
    headers: { Connection: 'close' },
  });
}
