import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendBytes } from './send.ts';

/** Origins whose pages may call the API from a browser; `*` for all. */
export type CorsOrigins = ReadonlySet<string>;

const SENT = 'Authorization, Content-Type, Idempotency-Key, Last-Event-ID';
const SHOWN =
  'Deprecation, Idempotent-Replayed, RateLimit, RateLimit-Policy, Request-Id, Retry-After, Sunset';
const METHODS = 'GET, HEAD, POST, PATCH, DELETE';
/** How long a browser need not ask again. */
const REMEMBERED_S = 600;

/**
 * Tells a browser what pages of other origins may do (Fetch standard, CORS protocol). Tokens are
 * sent by the page itself, never by the browser, so there are no credentials to allow.
 * @returns whether the request was only the question, which is answered now.
 */
export function answerCors(
  origins: CorsOrigins,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (origins.size === 0) return false;
  response.setHeader('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !(origins.has('*') || origins.has(origin))) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', SHOWN);
  const asks = request.headers['access-control-request-method'] !== undefined;
  if (request.method !== 'OPTIONS' || !asks) return false;
  const headers = {
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': SENT,
    'Access-Control-Max-Age': String(REMEMBERED_S),
  };
  sendBytes(response, 204, headers, Buffer.alloc(0));
  return true;
}
