import type { IncomingHttpHeaders } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

/** All that a service gets of a client's headers. */
const FORWARDED = [
  'content-type',
  'idempotency-key',
  'accept',
  'accept-language',
  'user-agent',
  'last-event-id',
] as const;

/** Of one hop only (RFC 9110 section 7.6.1), or written anew by the gateway. */
const NOT_RELAYED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'date',
  'request-id',
  'server',
  'x-powered-by',
]);

/** What goes on to a service, by lower-case name. A header that Connection lists stays behind. */
export function toForwardedHeaders(
  headers: IncomingHttpHeaders,
  passesAuthorization: boolean,
): Headers {
  const dropped = listConnectionHeaders(headers.connection);
  const forwarded: Record<string, string> = {};
  for (const name of passesAuthorization ? [...FORWARDED, 'authorization'] : FORWARDED) {
    const value = headers[name];
    if (typeof value === 'string' && !dropped.has(name)) forwarded[name] = value;
  }
  return forwarded;
}

/** For whoever has to come back later, where the service does not say when. */
const RETRY_AFTER_S = '1';

/** What goes back to the client of the headers of a service's answer. */
export function toRelayedHeaders(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | string[]> {
  const dropped = listConnectionHeaders(headers.connection);
  const relayed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    const isInternal = name.startsWith('x-internal-');
    if (value === undefined || NOT_RELAYED.has(name) || dropped.has(name) || isInternal) continue;
    relayed[name] = value;
  }
  if (status === 503 || status === 429) relayed['retry-after'] ??= RETRY_AFTER_S;
  return relayed;
}

function listConnectionHeaders(connection: string | string[] | undefined): ReadonlySet<string> {
  return new Set(
    String(connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
}
