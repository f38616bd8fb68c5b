import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { AppError, type Reply } from '@florin/contracts';
import { toErrorReply, toPath } from '@florin/http-api';
import { activeTraceId, TRACE_HEADER, withRootSpan } from '@florin/runtime/tracing';
import type { AnsweredRequest, Logger } from '@florin/service';
import {
  answerCors,
  baseHeaders,
  type CorsOrigins,
  type FileReply,
  newRequestId,
  sendError,
  sendFile,
  sendReply,
} from '../answers/answer.ts';
import type { QueueCostly } from '../limits/costly-queue.ts';
import type { CountedRequest, CountRequest, RateKey } from '../limits/rate-limits.ts';
import {
  findRoute,
  type KnownRoutes,
  methodNotAllowed,
  type ServedRoute,
} from '../routes/table.ts';
import type { Authenticate } from '../tokens/authenticate.ts';
import { authorizationOfCookie } from '../tokens/browser-sessions.ts';
import type { StreamGuard } from '../tokens/stream-guard.ts';
import type { Forwarder } from '../upstreams/forward.ts';
import { type BodyMemory, readBody } from './body.ts';
import type { RequestHandler } from './connections.ts';
import { clientAddress, findFrameFault, headerValues } from './frame.ts';

/** Dependencies of request handling. */
export interface Edge {
  /** The gateway's own pages, for GET. */
  readonly findOwnPage: FindOwnPage;
  readonly routes: KnownRoutes;
  readonly authenticate: Authenticate;
  readonly guardStream: StreamGuard['guard'];
  readonly countRequest: CountRequest;
  /** Like `count`, on routes that hash a password. */
  readonly countCostly: CountRequest;
  readonly queueCostly: QueueCostly;
  /** Body memory for requests counted by token and by address. */
  readonly bodies: Readonly<Record<RateKey['policy'], BodyMemory>>;
  readonly proxies: BlockList;
  readonly corsOrigins: CorsOrigins;
  /** Whether clients use TLS to this process. */
  readonly isTls: boolean;
  readonly forward: Forwarder['forward'];
  readonly bodyTimeoutMs: number;
  readonly streamBeginMs: number;
  /** Whether clients may choose the trace of a request. */
  readonly trustsTraceParent: boolean;
  readonly measure: (request: AnsweredRequest) => void;
  /** Whether every request is logged. */
  readonly requestLog: boolean;
  readonly log: Logger;
}

export interface OwnPage {
  /** Its metrics label, often shared with other pages. */
  readonly template: string;
  readonly show: (request: IncomingMessage) => Reply | FileReply | Promise<FileReply>;
}

export type FindOwnPage = (path: string) => OwnPage | undefined | Promise<OwnPage | undefined>;

/** A request on its way through the checks. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Called with the template of its route once known. */
  readonly onRoute: (template: string) => void;
}

/** Health probes are exempt from rate limits. */
const HEALTH_PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** How long identity may take to re-authenticate the client of a stream. */
const STREAM_CHECK_MS = 500;
/**
 * Our listeners and those of Node's pipeline: a stream has more than 10, where Node warns of a
 * leak.
 */
const RESPONSE_LISTENERS_MAX = 20;

/** Handles one request in its own trace, which continues the client's only if trusted. */
export function handleRequest(edge: Edge): RequestHandler {
  return (request, response) => {
    const { method = '', headers } = request;
    const header = headers[TRACE_HEADER];
    const traceParent = typeof header === 'string' ? header : undefined;
    const parent = { traceParent, isTrusted: edge.trustsTraceParent };
    withRootSpan('HTTP', { kind: 'server' }, parent, async (span) => {
      const requestId = newRequestId();
      const setRoute = observe(edge, request, response, requestId);
      // Contains no client input, because paths may contain secrets.
      const onRoute = (template: string) => {
        setRoute(template);
        span?.updateName(`${method} ${template}`);
        span?.setAttributes({
          'http.request.method': method,
          'http.route': template,
          'florin.request_id': requestId,
        });
      };
      await answer(edge, { request, response, requestId, onRoute });
      span?.setAttribute('http.response.status_code', response.statusCode);
    }).catch((error: unknown) => {
      edge.log.error({ err: error }, 'request failed without a response');
      response.destroy();
    });
  };
}

/** Checks a request's frame, route, rate, body and token, in this order, then forwards it. */
async function answer(edge: Edge, exchange: Exchange): Promise<void> {
  const { request, response, requestId } = exchange;
  for (const [name, value] of Object.entries(baseHeaders(requestId, edge.isTls)))
    response.setHeader(name, value);
  try {
    const fault = findFrameFault(request);
    if (fault) throw new AppError('invalid_request', fault, { headers: { Connection: 'close' } });
    if (answerCors(edge.corsOrigins, request, response)) return;
    const path = toPath(request.url ?? '');
    // HEAD is a GET whose response has no body (RFC 9110 section 9.3.2); Node omits it.
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const found = edge.findOwnPage(path);
    const page = found instanceof Promise ? await found : found;
    if (page) await answerOwnPage(edge, exchange, method, page);
    else await answerRoute(edge, exchange, await findRoute(edge.routes, method, path));
  } catch (error) {
    const reply = toErrorReply(error);
    if (reply.status === 500)
      edge.log.error({ err: error, request_id: requestId }, 'request failed');
    sendError(request, response, reply);
  }
}

async function answerOwnPage(
  edge: Edge,
  { request, response, onRoute }: Exchange,
  method: string,
  { template, show }: OwnPage,
): Promise<void> {
  if (method !== 'GET') throw methodNotAllowed(method, ['GET']);
  onRoute(template);
  if (!HEALTH_PROBES.has(template))
    edge.countRequest(undefined, response, clientAddress(edge.proxies, request), 'none');
  const own = await show(request);
  if ('bytes' in own) sendFile(response, own);
  else sendReply(response, own);
}

async function answerRoute(edge: Edge, exchange: Exchange, route: ServedRoute): Promise<void> {
  const { request, response, onRoute } = exchange;
  onRoute(route.template);
  const address = clientAddress(edge.proxies, request);
  const countRequest = route.costly ? edge.countCostly : edge.countRequest;
  const authorization = headerValues(request, 'authorization') ?? adoptCookie(request, route);
  const counted = countRequest(authorization, response, address, route.token);
  const { policy, key } = counted.counted;
  const reserve = edge.bodies[policy].reserve(key, response);
  const body = await readBody(request, response, edge.bodyTimeoutMs, reserve);
  await authenticateAndForward(edge, { ...exchange, route, address, authorization, body }, counted);
}

/** Converts the cookie of Florin's own pages into the token that other clients send. */
function adoptCookie(request: IncomingMessage, route: ServedRoute): readonly string[] | undefined {
  const authorization = authorizationOfCookie(request, route);
  if (authorization === undefined) return undefined;
  request.headers.authorization = authorization;
  return [authorization];
}

async function authenticateAndForward(
  { authenticate, guardStream, queueCostly, forward, streamBeginMs }: Edge,
  arrived: Exchange & {
    readonly route: ServedRoute;
    readonly address: string;
    readonly authorization: readonly string[] | undefined;
    readonly body: Buffer;
  },
  counted: CountedRequest,
): Promise<void> {
  const startedAt = performance.now();
  const { response, requestId, route, authorization } = arrived;
  const authenticateWithin = (timeoutMs: number) =>
    authenticate(route.token, authorization, { requestId, timeoutMs });
  const waitMs = route.stream ? Number.POSITIVE_INFINITY : route.timeoutMs;
  const principal = await counted.identify(() => authenticateWithin(waitMs));
  const allowedMs = route.stream ? streamBeginMs : route.timeoutMs;
  const checked = { ...arrived, caller: principal.caller, deadline: startedAt + allowedMs };
  if (route.stream) guardStream(response, principal, () => authenticateWithin(STREAM_CHECK_MS));
  if (!route.costly) return forward(checked);
  return queueCostly(() => forward(checked), checked);
}

/** Measures each request, and logs it without client input. */
function observe(
  { log, requestLog, measure }: Edge,
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): (route: string) => void {
  response.setMaxListeners(RESPONSE_LISTENERS_MAX);
  const startedAt = performance.now();
  // Read now, since the response closes outside of the span.
  const trace_id = activeTraceId();
  let route: string | null = null;
  response.once('close', () => {
    const durationMs = performance.now() - startedAt;
    const status = response.headersSent ? response.statusCode : null;
    measure({ method, route, status, durationMs });
    if (!requestLog) return;
    const duration_ms = Math.round(durationMs);
    const line = { method, route, status, duration_ms, request_id: requestId, trace_id };
    log.info(line, response.writableFinished ? 'answered' : 'client disconnected');
  });
  return (template) => {
    route = template;
  };
}
