import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId, type Reply } from '@florin/contracts';
import { BODY_BYTES_MAX, type TextReply } from '@florin/http-api';
import { renderFailure } from '@florin/pages';

/** One year during which browsers use HTTPS only (RFC 6797). */
const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000' };

/** How long a client may leave its response unread. */
const UNREAD_MS_MAX = 30_000;

/** Id of a request in responses, logs and calls between services. Ordered by time (UUIDv7). */
export function newRequestId(): string {
  return `req_${newId().replaceAll('-', '')}`;
}

/** Default headers of every response; a page sets its own policy. */
export function baseHeaders(requestId: string, isTls: boolean): Readonly<Record<string, string>> {
  return {
    'Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    ...(isTls && STRICT_TRANSPORT),
  };
}

/** Sends a JSON response. If one has begun, it can only be cut. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  sendBytes(response, status, { ...headers, ...contentHeaders(bytes) }, bytes);
}

/** Sends a page. If a response has begun, it can only be cut. */
function sendPage(response: ServerResponse, { status, headers, text }: TextReply): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(text);
  sendBytes(response, status, { ...headers, 'Content-Length': String(bytes.length) }, bytes);
}

/** A response of the gateway itself that is not JSON. */
export interface FileReply {
  readonly status: number;
  /** Includes Content-Type. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Sends a file. */
export function sendFile(response: ServerResponse, { status, headers, bytes }: FileReply): void {
  sendBytes(response, status, { ...headers, 'Content-Length': String(bytes.length) }, bytes);
}

/** Sends bytes unchanged. */
export function sendBytes(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string | string[]>>,
  bytes: Uint8Array,
): void {
  response.statusCode = status;
  if (!hasShortRest(response.req)) response.setHeader('Connection', 'close');
  cutUnread(response, UNREAD_MS_MAX);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(bytes);
}

/** Destroys the connection of a client that does not read its response for this long. */
export function cutUnread(response: ServerResponse, timeoutMs: number): void {
  response.setTimeout(timeoutMs, () => response.destroy());
}

/**
 * Whether a connection answered before its request's body arrived can be reused: if the rest is
 * short and does not wait for `100 Continue`.
 */
function hasShortRest({ complete, headers }: IncomingMessage): boolean {
  if (complete) return true;
  const { 'content-length': length = 0, 'transfer-encoding': transfer, expect } = headers;
  return Number(length) <= BODY_BYTES_MAX && transfer === undefined && expect === undefined;
}

export function contentHeaders(bytes: Uint8Array): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(bytes.length),
  };
}

/** Origins whose pages may call the API from a browser; `*` for all. */
export type CorsOrigins = ReadonlySet<string>;

const CORS_SENT = 'Authorization, Content-Type, Florin-Consistency, Idempotency-Key, Last-Event-ID';
const CORS_SHOWN =
  'Florin-Consistency, Idempotent-Replayed, RateLimit, RateLimit-Policy, Request-Id, Retry-After';
const CORS_METHODS = 'GET, HEAD, POST, PATCH, DELETE';
/** How long browsers may cache a preflight response. */
const PREFLIGHT_CACHED_S = 600;

/**
 * Sets the headers of the CORS protocol (Fetch standard). Credentials are not allowed, because
 * pages send their tokens explicitly.
 * @returns whether the request was a preflight, which is answered here
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
  response.setHeader('Access-Control-Expose-Headers', CORS_SHOWN);
  const asks = request.headers['access-control-request-method'] !== undefined;
  if (request.method !== 'OPTIONS' || !asks) return false;
  const headers = {
    'Access-Control-Allow-Methods': CORS_METHODS,
    'Access-Control-Allow-Headers': CORS_SENT,
    'Access-Control-Max-Age': String(PREFLIGHT_CACHED_S),
  };
  sendBytes(response, 204, headers, Buffer.alloc(0));
  return true;
}

/** People open these links, so errors there are pages. */
const PAGES_FOR_PEOPLE = [
  '/pay/',
  '/i/',
  '/portal/',
  '/exports/',
  '/dev/',
  '/auth/',
  '/mail/unsubscribe/',
  '/console',
  '/docs/',
];

/** Whether errors at a path are pages. */
export function isForPeople(path: string): boolean {
  return PAGES_FOR_PEOPLE.some((prefix) => path.startsWith(prefix));
}

/** Sends an error, as JSON or as a page. */
export function sendError(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (isForPeople(request.url ?? ''))
    sendPage(response, renderFailure(reply, request.headers['accept-language']));
  else sendReply(response, reply);
}
