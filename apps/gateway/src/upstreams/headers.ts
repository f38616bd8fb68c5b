import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Caller } from '@florin/contracts';
import { ASSERTION_HEADER, type KeyRing, signAssertion } from '@florin/runtime/caller';
import { TRACE_HEADER, traceParent } from '@florin/runtime/tracing';
import type { ServedRoute } from '../routes/table.ts';

/** A request with a known route and caller. */
export interface IdentifiedRequest {
  readonly request: IncomingMessage;
  readonly route: ServedRoute;
  readonly caller: Caller;
  /** Client address. */
  readonly address: string;
  readonly requestId: string;
}

export type Headers = Readonly<Record<string, string>>;

/** The only client headers that reach a service. */
const FORWARDED = [
  'content-type',
  'idempotency-key',
  // Signature of a payment processor over the unchanged body.
  'stripe-signature',
  'accept',
  'accept-language',
  'user-agent',
  'last-event-id',
  'florin-consistency',
] as const;

/** Hop-by-hop headers (RFC 9110 section 7.6.1), and those the gateway sets itself. */
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

/**
 * Headers of a request to a service. Signs the assertion for each attempt, since it is valid for 5
 * s.
 */
export function toUpstreamHeaders(identified: IdentifiedRequest, keys: KeyRing): Headers {
  const { request, route, caller, requestId, address } = identified;
  const assertion = {
    from: 'gateway',
    method: route.method,
    path: request.url ?? '/',
    caller,
    requestId,
    address,
  };
  const parent = traceParent();
  return {
    ...toForwardedHeaders(request.headers, route.token === 'refresh'),
    ...(parent === undefined ? {} : { [TRACE_HEADER]: parent }),
    [ASSERTION_HEADER]: signAssertion(keys, route.service, assertion, Date.now()),
  };
}

/** Headers by lower-case name, without those listed in Connection. */
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

/** For 429 and 503, if the service sends none. */
const RETRY_AFTER_S = '1';

/** Headers of a service's response that reach the client. */
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
