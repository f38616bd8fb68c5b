import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Caller, type ServiceName } from '@florin/contracts';
import { ASSERTION_HEADER, type KeyRing, signAssertion } from '@florin/runtime/caller';
import { TRACE_HEADER, traceParent, withSpan } from '@florin/runtime/tracing';
import type { Logger } from '@florin/service';
import { Pool } from 'undici';
import { sendBytes } from '../requests/send.ts';
import type { ServedRoute } from '../routes/route-table.ts';
import { type Headers, toForwardedHeaders, toRelayedHeaders } from './headers.ts';
import { orderReplicas } from './pick-replica.ts';
import { endWithoutBody, passStream } from './stream.ts';

/** A request that has passed every check. */
export interface CheckedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: ServedRoute;
  readonly caller: Caller;
  /** Of the client. */
  readonly address: string;
  readonly body: Buffer;
  readonly requestId: string;
  /** `performance.now()` after which the client is told that it takes too long. */
  readonly deadline: number;
}

export interface Forwarder {
  /** Lets the route's service answer; throws AppError unavailable when it does not. */
  forward(checked: CheckedRequest): Promise<void>;
  /** Ends the streams, whose clients connect again. */
  cutStreams(): void;
  stop(): Promise<void>;
}

interface Replica {
  readonly pool: Pool;
  /** Apart from the others: each stream has its connection for as long as it lasts. */
  readonly streams: Pool;
}

const poolOptions: Pool.Options = {
  connections: 128,
  pipelining: 1,
  connect: { timeout: 1_000 },
  // Below the 65 s of the services, so that no request meets a connection that is being closed.
  keepAliveTimeout: 30_000,
  keepAliveMaxTimeout: 60_000,
  // The deadline of each request rules; these would come on top of it.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxResponseSize: 16_777_216,
};
/** As many as there are clients. Whoever streams writes something every 15 s at least. */
const streamOptions: Pool.Options = {
  ...poolOptions,
  connections: null,
  bodyTimeout: 60_000,
  maxResponseSize: -1,
};
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];
const RETRY_AFTER_MS = { first: 25, max: 250 };

/** The one place that forwards. */
export function makeForwarder(
  urlsByService: ReadonlyMap<ServiceName, readonly string[]>,
  callKeys: KeyRing,
  log: Logger,
): Forwarder {
  const replicas = new Map<string, Replica>();
  for (const url of [...urlsByService.values()].flat())
    replicas.set(url, {
      pool: new Pool(url, poolOptions),
      streams: new Pool(url, streamOptions),
    });
  /** Streams, also those that have not begun yet. */
  const open = new Set<ServerResponse>();
  let turn = 0;

  function get(url: string): Replica {
    const replica = replicas.get(url);
    if (!replica) throw new Error(`${url} is not configured`);
    return replica;
  }

  async function forward(checked: CheckedRequest): Promise<void> {
    const { route, caller, requestId, response } = checked;
    if (route.stream) {
      open.add(response);
      response.once('close', () => open.delete(response));
    }
    turn += 1;
    const urls = orderReplicas(urlsByService.get(route.service) ?? [], caller.accountId, turn);
    try {
      await withSpan(`ask ${route.service}`, { kind: 'client' }, () => tryReplicas(checked, urls));
    } catch (error) {
      // Not the error itself: one about a broken answer carries the answer.
      const { code, message } = error as NodeJS.ErrnoException;
      log.warn(
        { service: route.service, request_id: requestId, cause: code ?? message },
        'no answer',
      );
      throw toUnavailable(error, checked);
    }
  }

  /** Goes round the replicas until one takes the request; what was sent is not sent again. */
  async function tryReplicas(checked: CheckedRequest, urls: readonly string[]): Promise<void> {
    let pauseMs = RETRY_AFTER_MS.first;
    for (;;) {
      for (const [index, url] of urls.entries()) {
        try {
          return await ask(checked, get(url));
        } catch (error) {
          if (!wasNeverSent(error)) throw error;
          const isLast = index === urls.length - 1;
          if (isLast && performance.now() + pauseMs >= checked.deadline) throw error;
        }
      }
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, RETRY_AFTER_MS.max);
    }
  }

  async function ask(checked: CheckedRequest, { pool, streams }: Replica): Promise<void> {
    const { request, response, route, body, deadline } = checked;
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(), Math.max(0, deadline - performance.now()));
    try {
      const answer = await (route.stream ? streams : pool).request({
        method: route.method,
        path: request.url ?? '/',
        headers: toHeaders(checked, callKeys),
        body: body.length === 0 ? null : body,
        signal: cut.signal,
      });
      const headers = toRelayedHeaders(answer.statusCode, answer.headers);
      if (route.stream) {
        clearTimeout(timer);
        response.writeHead(answer.statusCode, headers);
        if (request.method === 'HEAD') return endWithoutBody(response, answer.body);
        return await passStream(request, response, answer.body);
      }
      const bytes = await answer.body.bytes();
      headers['content-length'] = String(bytes.length);
      sendBytes(response, answer.statusCode, headers, bytes);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    forward,
    cutStreams() {
      for (const response of open) response.destroy();
    },
    async stop() {
      const pools = [...replicas.values()].flatMap(({ pool, streams }) => [pool, streams]);
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

/** Signed anew for every attempt: an assertion is good for five seconds. */
function toHeaders(checked: CheckedRequest, keys: KeyRing): Headers {
  const { request, route, caller, requestId, address } = checked;
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

function wasNeverSent(error: unknown): boolean {
  return NEVER_SENT.includes((error as NodeJS.ErrnoException).code ?? '');
}

function toUnavailable(cause: unknown, { route }: CheckedRequest): AppError {
  const isRead = route.method === 'GET';
  const message = wasNeverSent(cause)
    ? `${route.service} cannot be reached and nothing was done: repeat the request`
    : `${route.service} did not answer ${
        isRead
          ? 'in time: repeat the request'
          : 'in time and the outcome is unknown: repeat the request with the same Idempotency-Key'
      }`;
  return new AppError('unavailable', message, { cause });
}
