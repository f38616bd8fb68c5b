import { anonymous, type Caller, newId, type PeerName } from '@florin/contracts';
import {
  ASSERTION_HEADER,
  type KeyRing,
  parseKeyRing,
  signAssertion,
} from '@florin/runtime/caller';
import { type Answer, bodyOf } from '@florin/system-kit';

export type { Answer };

const SECRET = Buffer.alloc(32, 7).toString('base64url');

/** Keys of a service under test and the named peers, in both directions. */
export function testKeys(...peers: readonly PeerName[]): KeyRing {
  return parseKeyRing(keysText(...peers));
}

/** The same as an environment variable: `peer=kid:secret,…`. */
export function keysText(...peers: readonly PeerName[]): string {
  return peers.map((peer) => `${peer}=k1:${SECRET}`).join(',');
}

/** Settings of a gRPC client for a service on this machine. */
export function peerAt(self: PeerName, callee: PeerName, port: number) {
  return { self, callee, addresses: [`127.0.0.1:${port}`], callKeys: testKeys(callee) };
}

export interface CallOptions {
  readonly caller?: Partial<Caller>;
  /** JSON or a form. */
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's IP address. */
  readonly address?: string;
}

/** Calls a service's HTTP port like the gateway. */
export async function callService(
  service: PeerName,
  port: number,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const response = await fetchService(service, port, method, path, options);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: bodyOf(response, text) };
}

/** The same for streaming responses. */
export function fetchService(
  service: PeerName,
  port: number,
  method: string,
  path: string,
  { caller, body, idempotencyKey, headers, address }: CallOptions = {},
): Promise<Response> {
  const assertion = {
    from: 'gateway',
    method,
    path,
    caller: { ...anonymous, ...caller },
    requestId: newId(),
    address,
  };
  const isForm = body instanceof URLSearchParams;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    // Tests check redirects themselves.
    redirect: 'manual',
    headers: {
      [ASSERTION_HEADER]: signAssertion(testKeys(service), service, assertion, Date.now()),
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
}
