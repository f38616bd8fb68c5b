import { anonymous, newId, parsePublicId } from '@florin/contracts';
import { ASSERTION_HEADER, parseKeyRing, signAssertion } from '@florin/runtime/caller';
import { makeRandom, pick } from '../seeded.ts';

/** An account with its own token. */
export interface Client {
  /** The public id. */
  readonly accountId: string;
  readonly token: string;
}

/** Kinds of requests for a load. */
export type Requests =
  /** Half credits, half payments. */
  | { readonly kind: 'write'; readonly clients: readonly Client[]; readonly run: string }
  /** The same read repeatedly, with these headers. */
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Reads of seeded paths, with these headers. */
  | {
      readonly kind: 'reads';
      readonly paths: readonly string[];
      readonly headers: Readonly<Record<string, string>>;
    }
  /** A read of the ledger itself, signed with this key of the gateway. */
  | {
      readonly kind: 'signed';
      readonly path: string;
      readonly accountId: string;
      readonly key: string;
    }
  | { readonly kind: 'login'; readonly email: string; readonly password: string };

const ASSERTION_MS_MAX = 2_000;
const AMOUNT_MAX = 1_000;

/** Generates requests as text. */
export function makeRequests(requests: Requests, seed: number): () => string {
  switch (requests.kind) {
    case 'write':
      return makeWrites(requests.clients, requests.run, seed);
    case 'read': {
      const text = toText('GET', requests.path, requests.headers);
      return () => text;
    }
    case 'reads': {
      const random = makeRandom(seed);
      const texts = requests.paths.map((path) => toText('GET', path, requests.headers));
      return () => pick(random, texts);
    }
    case 'signed':
      return makeVouchedReads(requests);
    case 'login': {
      const { email, password } = requests;
      const text = toText('POST', '/v1/auth/login', {}, { email, password });
      return () => text;
    }
    default:
      return requests satisfies never;
  }
}

/** An assertion is valid for five seconds; signing each request would be work of the load. */
function makeVouchedReads({
  path,
  accountId,
  key,
}: Extract<Requests, { kind: 'signed' }>): () => string {
  const keys = parseKeyRing(`ledger=k1:${key}`);
  const caller = {
    ...anonymous,
    userId: newId(),
    sessionId: newId(),
    role: 'owner',
    accountId: parsePublicId('account', accountId) ?? null,
  } as const;
  const assertion = { from: 'gateway', method: 'GET', path, caller, requestId: 'req_bench' };
  let text = '';
  let madeAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    const now = Date.now();
    if (now - madeAtMs > ASSERTION_MS_MAX) {
      madeAtMs = now;
      const signed = signAssertion(keys, 'ledger', assertion, now);
      text = toText('GET', path, { [ASSERTION_HEADER]: signed });
    }
    return text;
  };
}

function makeWrites(clients: readonly Client[], run: string, seed: number): () => string {
  const random = makeRandom(seed);
  let sent = 0;
  return () => {
    const { accountId, token } = pick(random, clients);
    sent += 1;
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': `${run}-${sent}` };
    return toText('POST', '/v1/transactions', headers, {
      account_id: accountId,
      amount: 1 + Math.floor(random() * AMOUNT_MAX),
      currency: 'USD',
      type: random() < 0.5 ? 'credit' : 'payment',
    });
  };
}

/** A complete request: a form if given, otherwise JSON. */
export function toText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  content?: unknown,
): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (content === undefined) return `${lines.join('\r\n')}\r\n\r\n`;
  const isForm = content instanceof URLSearchParams;
  const body = isForm ? content.toString() : JSON.stringify(content);
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const length = Buffer.byteLength(body);
  lines.push(`Content-Type: ${type}`, `Content-Length: ${length}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
