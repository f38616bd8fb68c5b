import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, ownerOf, type Reply, type ServiceName } from '@florin/contracts';
import { toErrorReply } from '@florin/http-api';
import { renderFailure } from '@florin/pages';
import type { AnsweredRequest, Logger } from '@florin/service';
import type { BodyMemory } from '../limits/body-memory.ts';
import type { TakeCostlyTurn } from '../limits/costly-turns.ts';
import type { CountCaller, CountedRequest } from '../limits/count-caller.ts';
import type { Counted } from '../limits/rate-limits.ts';
import type { RouteTable, ServedRoute } from '../routes/route-table.ts';
import type { Authenticate } from '../tokens/authenticate.ts';
import type { Streams } from '../tokens/streams.ts';
import type { Forwarder } from '../upstreams/forward.ts';
import type { ClientAddress } from './client-address.ts';
import { answerCors, type CorsOrigins } from './cors.ts';
import { isForPeople } from './for-people.ts';
import { findFrameFault, toPath } from './frame.ts';
import { readBody } from './read-body.ts';
import { newRequestId } from './request-id.ts';
import { baseHeaders, type FileReply, sendFile, sendPage, sendReply } from './send.ts';
import { type RequestSpan, traceRequest } from './trace-request.ts';

export interface Edge {
  /** What the gateway answers itself, to GET, by path. */
  readonly ownPages: ReadonlyMap<string, OwnPage>;
  readonly table: () => RouteTable;
  /** Whether a service is routed to whose routes are not known yet, nor in a moment. */
  readonly isAwaited: (service: ServiceName) => Promise<boolean>;
  readonly authenticate: Authenticate;
  readonly guardStream: Streams['guard'];
  readonly countCaller: CountCaller;
  /** The same on routes that hash a password. */
  readonly countCostly: CountCaller;
  readonly takeCostlyTurn: TakeCostlyTurn;
  /** For those who are counted by their token, and for all others. */
  readonly bodies: Readonly<Record<Counted['policy'], BodyMemory>>;
  readonly addressOf: ClientAddress;
  readonly corsOrigins: CorsOrigins;
  /** Whether clients speak TLS to this process. */
  readonly isTls: boolean;
  readonly forward: Forwarder['forward'];
  readonly bodyTimeoutMs: number;
  /** Whether clients may say which trace a request belongs to. */
  readonly trustsTraceParent: boolean;
  readonly measure: (request: AnsweredRequest) => void;
  /** Whether every request has a line in the log. */
  readonly requestLog: boolean;
  readonly log: Logger;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export type OwnPage = (request: IncomingMessage) => Reply | FileReply | Promise<FileReply>;

type Target =
  | { readonly template: string; readonly page: OwnPage }
  | { readonly template: string; readonly route: ServedRoute };

/** Who watches the gateway asks these again and again, and must not be told to wait. */
const UNCOUNTED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** How long identity has to say that a stream may go on. */
const STREAM_CHECK_MS = 500;

/** How long a service has to begin a stream. */
const STREAM_BEGIN_MS = 5_000;

/** Takes a request through every check, in this order, to the service that answers it. */
export function makeRequestHandler(edge: Edge): RequestHandler {
  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    span: RequestSpan | undefined,
  ): Promise<void> {
    const requestId = newRequestId();
    for (const [name, value] of Object.entries(baseHeaders(requestId, edge.isTls)))
      response.setHeader(name, value);
    const entry = tellWhenDone(edge, request, response, requestId);
    try {
      const fault = findFrameFault(request);
      if (fault) throw new AppError('invalid_request', fault, { headers: { Connection: 'close' } });
      if (answerCors(edge.corsOrigins, request, response)) return;
      const target = await findTarget(edge, request.method ?? '', toPath(request.url ?? ''));
      entry.route = target.template;
      span?.found(target.template, requestId);
      const address = edge.addressOf(request);
      if ('page' in target) {
        if (!UNCOUNTED.has(target.template)) edge.countCaller(request, response, address, 'none');
        const own = await target.page(request);
        if ('bytes' in own) sendFile(response, own);
        else sendReply(response, own);
      } else {
        const { route } = target;
        const countCaller = route.costly ? edge.countCostly : edge.countCaller;
        const caller = countCaller(request, response, address, route.token);
        const { policy, key } = caller.counted;
        const hold = edge.bodies[policy].reserve(key, response);
        const body = await readBody(request, response, edge.bodyTimeoutMs, hold);
        await serveRoute(edge, route, { request, response, body, requestId, address, caller });
      }
    } catch (error) {
      const reply = toErrorReply(error);
      if (reply.status === 500)
        edge.log.error({ err: error, request_id: requestId }, 'request failed');
      if (isForPeople(request.url ?? ''))
        sendPage(response, renderFailure(reply, request.headers['accept-language']));
      else sendReply(response, reply);
    }
    span?.answered(response.statusCode);
  }

  return (request, response) => {
    traceRequest(request, edge.trustsTraceParent, (span) => handle(request, response, span)).catch(
      (error: unknown) => {
        edge.log.error({ err: error }, 'request failed without an answer');
        response.destroy();
      },
    );
  };
}

/** HEAD is a GET whose answer has no body (RFC 9110 section 9.3.2): Node leaves that out. */
async function findTarget(edge: Edge, sent: string, path: string): Promise<Target> {
  const method = sent === 'HEAD' ? 'GET' : sent;
  const page = edge.ownPages.get(path);
  if (page) {
    if (method !== 'GET') throw otherMethod(method, ['GET']);
    return { template: path, page };
  }
  let match = edge.table().find(method, path);
  if (match.kind === 'none') {
    const owner = ownerOf(path);
    if (owner && (await edge.isAwaited(owner)))
      throw new AppError('unavailable', `${owner} is starting: repeat the request`);
    match = edge.table().find(method, path);
  }
  if (match.kind === 'route') return { template: match.route.template, route: match.route };
  if (match.kind === 'other_method') throw otherMethod(method, match.allow);
  throw new AppError('not_found', 'there is nothing at this address: see GET /v1/openapi.json');
}

function otherMethod(method: string, allow: readonly string[]): AppError {
  const all = allow.includes('GET') ? [...allow, 'HEAD'] : allow;
  const list = [...all].sort().join(', ');
  return new AppError('invalid_request', `${method} is not served here: use ${list}`, {
    status: 405,
    headers: { Allow: list },
  });
}

async function serveRoute(
  { authenticate, guardStream, takeCostlyTurn, forward }: Edge,
  route: ServedRoute,
  arrived: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly body: Buffer;
    readonly requestId: string;
    readonly address: string;
    readonly caller: CountedRequest;
  },
): Promise<void> {
  const startedAt = performance.now();
  const { requestId, response } = arrived;
  const { authorization } = arrived.request.headersDistinct;
  const ask = (timeoutMs: number) =>
    authenticate(route.token, authorization, { requestId, timeoutMs });
  const waitMs = route.stream ? Number.POSITIVE_INFINITY : route.timeoutMs;
  const voucher = await arrived.caller.identify(() => ask(waitMs));
  const { caller } = voucher;
  const allowedMs = route.stream ? STREAM_BEGIN_MS : route.timeoutMs;
  const checked = { ...arrived, route, caller, deadline: startedAt + allowedMs };
  if (route.stream) guardStream(response, voucher, () => ask(STREAM_CHECK_MS));
  if (!route.costly) return forward(checked);
  return takeCostlyTurn(() => forward(checked), checked);
}

/** Ours and those of Node's pipeline: a stream has more than the 10 above which Node warns of a leak. */
const RESPONSE_LISTENERS_MAX = 20;

/** One measure a request, and one line of the log without anything that the client wrote. */
function tellWhenDone(
  { log, requestLog, measure }: Edge,
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): { route: string | null } {
  response.setMaxListeners(RESPONSE_LISTENERS_MAX);
  const startedAt = performance.now();
  const entry = { route: null as string | null };
  response.once('close', () => {
    const durationMs = performance.now() - startedAt;
    const answer = {
      method,
      route: entry.route,
      status: response.headersSent ? response.statusCode : null,
    };
    measure({ ...answer, durationMs });
    if (!requestLog) return;
    const line = { ...answer, duration_ms: Math.round(durationMs), request_id: requestId };
    log.info(line, response.writableFinished ? 'answered' : 'client left');
  });
  return entry;
}
