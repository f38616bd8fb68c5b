import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anonymous, type Caller, type DomainEvent } from '@florin/contracts';
import { ASSERTION_HEADER, signAssertion } from '@florin/runtime/caller';
import { testKeys } from '@florin/testing';
import { expect, onTestFinished } from 'vitest';
import type { ApiLog } from '../src/routes/answer-request.ts';
import type { Route } from '../src/routes/define-route.ts';
import { toExpress } from '../src/routes/express-adapter.ts';

export const REQUEST_ID = 'req-1';

export interface Sent {
  readonly caller?: Partial<Caller>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged. */
  readonly body?: string | Uint8Array | ReadableStream;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Replaces the default assertion. */
  readonly assertion?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came and assert on it.
  readonly body: any;
}

/** Serves routes on a real socket for the duration of the test. */
export async function serveRoutes(routes: readonly Route[]) {
  const answered: Parameters<ApiLog['answered']>[0][] = [];
  const bugs: Parameters<ApiLog['bug']>[] = [];
  const recorded: DomainEvent[] = [];
  const log: ApiLog = {
    answered: (entry) => answered.push(entry),
    bug: (...bug) => bugs.push(bug),
    record: async (operation) => {
      recorded.push(operation);
    },
  };
  const server = createServer(toExpress(routes, testKeys('gateway'), log));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const send = (method: string, path: string, sent?: Sent) => request(port, method, path, sent);
  return { send, answered, bugs, recorded };
}

/** The assertion header of a caller. */
export function assertionOf(method: string, path: string, caller: Partial<Caller> = {}): string {
  const assertion = {
    from: 'gateway',
    method,
    path,
    caller: { ...anonymous, ...caller },
    requestId: REQUEST_ID,
  };
  return signAssertion(testKeys('ledger'), 'ledger', assertion, Date.now());
}

async function request(
  port: number,
  method: string,
  path: string,
  { caller, headers, body, json, assertion, signal }: Sent = {},
): Promise<Answer> {
  const token = assertion === undefined ? assertionOf(method, path, caller) : assertion;
  const content = json === undefined ? body : JSON.stringify(json);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    redirect: 'manual',
    signal: signal ?? null,
    headers: {
      ...(token === null ? {} : { [ASSERTION_HEADER]: token }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content, duplex: 'half' }),
  } as RequestInit);
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

/** The shape of every failure: JSON with a code and a message. */
export function expectFailure({ status, headers, body }: Answer, as: number, code: string): void {
  expect({ status, body }).toEqual({
    status: as,
    body: { error: code, message: expect.stringMatching(/^(?!.*<(html|!doctype|pre)).{3,}$/i) },
  });
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(headers.get('X-Powered-By')).toBeNull();
  expect(headers.get('WWW-Authenticate')).toBe(as === 401 ? 'Bearer' : null);
}
