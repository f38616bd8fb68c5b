import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, type ServiceName, shardOf } from '@florin/contracts';
import { type Link, NotSent } from '@florin/link';
import type { KeyRing } from '@florin/runtime/caller';
import { traceParent, withSpan } from '@florin/runtime/tracing';
import type { Logger } from '@florin/service';
import { sendBytes } from '../answers/answer.ts';
import { type Filling, makeFilling } from './fill.ts';
import {
  type IdentifiedRequest,
  toForwardedHeaders,
  toRelayedHeaders,
  toUpstreamHeaders,
} from './headers.ts';
import { makeHttpProxy } from './http-proxy.ts';
import { keepLinks, type Links } from './links.ts';
import { orderByShard, orderReplicas, tryReplicas, wasNeverSent } from './replicas.ts';

/** A request that has passed every check. */
export interface CheckedRequest extends IdentifiedRequest {
  readonly response: ServerResponse;
  readonly body: Buffer;
  /** Timeout of the request, as a `performance.now()` time. */
  readonly deadline: number;
}

export interface Forwarder {
  /** Number of connected links by service. */
  linkCounts(): ReadonlyMap<ServiceName, number>;
  /** Number of replicas in use, for services whose replicas are filled in order. */
  filledCounts(): ReadonlyMap<ServiceName, number>;
  /** Forwards to the route's service; throws AppError unavailable if it does not answer. */
  forward(checked: CheckedRequest): Promise<void>;
  /** Closes the streams, whose clients reconnect. */
  cutStreams(): void;
  stop(): Promise<void>;
}

/** How the ledger's replicas share the accounts. */
export interface LedgerRouting {
  /** Number of shards of the accounts, each served by one replica. */
  readonly shards: number | undefined;
  /** Without shards, whether replicas are filled in order. */
  readonly fills: boolean;
}

export function makeForwarder(
  urlsByService: ReadonlyMap<ServiceName, readonly string[]>,
  callKeys: KeyRing,
  log: Logger,
  { shards, fills }: LedgerRouting,
): Forwarder {
  const linksByService = new Map<ServiceName, Links>(
    [...urlsByService].map(([service, urls]) => [service, keepLinks(service, urls, callKeys, log)]),
  );
  const fillings = new Map<ServiceName, Filling>();
  const ledgers = linksByService.get('ledger');
  if (ledgers && fills && shards === undefined) fillings.set('ledger', makeFilling(ledgers.all));
  const proxy = makeHttpProxy();
  /** Includes streams that have not begun yet. */
  const open = new Set<ServerResponse>();
  let count = 0;

  /** The origins of a service's replicas, one each once DNS has answered. */
  function originsOf(service: ServiceName): readonly string[] {
    const names = [...(linksByService.get(service)?.all.keys() ?? [])];
    return names.length === 0
      ? (urlsByService.get(service) ?? [])
      : names.map((name) => `http://${name}`);
  }

  function inOrder(
    names: readonly string[],
    { route, caller: { accountId } }: CheckedRequest,
    turn: number,
  ): readonly string[] {
    if (route.service === 'ledger' && shards !== undefined && accountId !== null)
      return orderByShard(names, shardOf(accountId, shards));
    return orderReplicas(names, accountId, turn);
  }

  /** Replicas with links in the order to try; unresponsive and disconnected ones come last. */
  function linkedInOrder(
    links: Links['all'],
    checked: CheckedRequest,
    turn: number,
  ): readonly string[] {
    const names = [...links.keys()];
    if (names.length < 2) return names;
    const fit = names.filter((name) => isFit(links.get(name)));
    const asked = fillings.get(checked.route.service)?.choose(fit) ?? names;
    const first = inOrder(asked, checked, turn).filter((name) => fit.includes(name));
    return [...first, ...names.filter((name) => !first.includes(name))];
  }

  async function forward(checked: CheckedRequest): Promise<void> {
    const { route, requestId, response } = checked;
    if (route.stream) {
      open.add(response);
      response.once('close', () => open.delete(response));
    }
    count += 1;
    const turn = count;
    try {
      await withSpan(`ask ${route.service}`, { kind: 'client' }, async () => {
        if (!route.stream && (await sendByLink(checked, turn))) return;
        const find = () => inOrder(originsOf(route.service), checked, turn);
        await tryReplicas(find, checked.deadline, (origin) => sendByHttp(checked, origin));
      });
    } catch (error) {
      // Not the error itself: after a broken response it contains the response.
      const { code, message } = error as NodeJS.ErrnoException;
      log.warn(
        { service: route.service, request_id: requestId, cause: code ?? message },
        'no answer',
      );
      throw toUnavailable(error, checked);
    }
  }

  /** False if no link could take the request, so nothing was sent. */
  async function sendByLink(checked: CheckedRequest, turn: number): Promise<boolean> {
    const { request, response, route, body, caller, requestId, address, deadline } = checked;
    const links = linksByService.get(route.service)?.all ?? noLinks;
    for (const name of linkedInOrder(links, checked, turn)) {
      const link = links.get(name);
      if (!link?.isUp()) continue;
      try {
        const answer = await link.ask(
          {
            method: route.method,
            template: route.template,
            url: request.url ?? '/',
            headers: toForwardedHeaders(request.headers, route.token === 'refresh'),
            body,
            caller,
            requestId,
            address,
            traceParent: traceParent(),
          },
          deadline,
        );
        relay(response, answer.status, answer.headers, answer.body);
        return true;
      } catch (error) {
        if (!(error instanceof NotSent)) throw error;
      }
    }
    return false;
  }

  async function sendByHttp(checked: CheckedRequest, origin: string): Promise<void> {
    const { request, response, route, body, deadline } = checked;
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(), Math.max(0, deadline - performance.now()));
    try {
      const answer = await proxy.send({
        origin,
        method: route.method,
        path: request.url ?? '/',
        headers: toUpstreamHeaders(checked, callKeys),
        body,
        isStream: route.stream === true,
        signal: cut.signal,
      });
      const { statusCode: status = 0, headers } = answer;
      if (!route.stream) return relay(response, status, headers, await readBytes(answer));
      clearTimeout(timer);
      response.writeHead(status, toRelayedHeaders(status, headers));
      if (request.method === 'HEAD') return endWithoutBody(response, answer);
      await passStream(request, response, answer);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    forward,
    cutStreams() {
      for (const response of open) response.destroy();
    },
    linkCounts: () =>
      new Map(
        [...linksByService].map(([service, { all }]) => [
          service,
          [...all.values()].filter((link) => link.isUp()).length,
        ]),
      ),
    filledCounts: () => new Map([...fillings].map(([service, { count }]) => [service, count()])),
    stop() {
      for (const links of linksByService.values()) links.stop();
      proxy.destroy();
      return Promise.resolve();
    },
  };
}

const RESPONSE_BYTES_MAX = 16_777_216;
const noLinks: Links['all'] = new Map();

function isFit(link: Link | undefined): boolean {
  return link?.isUp() === true && !link.isSilent();
}

/** The body of a response. @throws RangeError beyond 16 MB */
async function readBytes(answer: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > RESPONSE_BYTES_MAX) throw new RangeError('the response of the service is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Sends a service's complete response to the client. */
function relay(
  response: ServerResponse,
  status: number,
  sent: Parameters<typeof toRelayedHeaders>[1],
  bytes: Uint8Array,
): void {
  const headers = toRelayedHeaders(status, sent);
  headers['content-length'] = String(bytes.length);
  sendBytes(response, status, headers, bytes);
}

function toUnavailable(cause: unknown, { route }: CheckedRequest): AppError {
  const isRead = route.method === 'GET';
  const message = wasNeverSent(cause)
    ? `${route.service} cannot be reached and nothing was done; retry`
    : `${route.service} did not respond ${
        isRead
          ? 'in time; retry'
          : 'in time and the outcome is unknown; retry with the same Idempotency-Key'
      }`;
  return new AppError('unavailable', message, { cause });
}

/**
 * Passes a stream on until one side ends. A half-closed client counts as gone, because it looks the
 * same and an unread stream would never end.
 */
async function passStream(
  { socket }: IncomingMessage,
  response: ServerResponse,
  chunks: Readable,
): Promise<void> {
  const leave = (): void => void response.destroy();
  socket.once('end', leave);
  if (socket.readableEnded) leave();
  response.flushHeaders();
  // Either side may end the stream; that is not an error.
  await pipeline(chunks, response).catch(() => {});
  socket.off('end', leave);
}

/** Ends the response to HEAD and the stream behind it. */
function endWithoutBody(response: ServerResponse, chunks: Readable): void {
  // Cut on purpose.
  chunks.on('error', () => {}).destroy();
  response.end();
}
