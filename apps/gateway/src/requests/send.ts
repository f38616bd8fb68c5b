import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from '@florin/contracts';
import { BODY_BYTES_MAX, type TextReply } from '@florin/http-api';

/** A year: browsers then come back by TLS alone (RFC 6797). */
const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000' };

/** How long a client may read nothing of its answer. */
const UNREAD_MS_MAX = 30_000;

/** Headers of every answer, unless who wrote it has others. A page says itself what it may load. */
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

/** Answers with JSON, unless an answer has begun: then only cutting it short is left. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  sendBytes(response, status, { ...headers, ...contentHeaders(bytes) }, bytes);
}

/** Answers with a page, likewise. */
export function sendPage(response: ServerResponse, { status, headers, text }: TextReply): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(text);
  sendBytes(response, status, { ...headers, 'Content-Length': String(bytes.length) }, bytes);
}

/** What the gateway itself has to show that is no JSON. */
export interface FileReply {
  readonly status: number;
  /** Content-Type among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Answers with a file. */
export function sendFile(response: ServerResponse, { status, headers, bytes }: FileReply): void {
  sendBytes(response, status, { ...headers, 'Content-Length': String(bytes.length) }, bytes);
}

/** Answers with bytes as they are. */
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

/** Closes the connection of a client that reads nothing of its answer for so long. */
export function cutUnread(response: ServerResponse, timeoutMs: number): void {
  response.setTimeout(timeoutMs, () => response.destroy());
}

/**
 * Whether whoever is answered before the body of the request has come may keep the connection:
 * what still comes is little, and no question whether to send it waits for an answer.
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
