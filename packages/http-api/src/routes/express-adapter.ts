import { pipeline } from 'node:stream';
import { AppError, type Caller, type DomainEvent } from '@florin/contracts';
import {
  ASSERTION_HEADER,
  type Assertion,
  actFor,
  type KeyRing,
  toActor,
  verifyAssertion,
} from '@florin/runtime/caller';
import { continueTrace, TRACE_HEADER, withSpan } from '@florin/runtime/tracing';
import express, { type Express, type Request, type Response } from 'express';
import { formerNameHeaders } from '../requests/former-names.ts';
import { parseIdempotencyKey } from '../requests/idempotency-key.ts';
import { BODY_BYTES_MAX } from '../requests/read-body.ts';
import { findUnstorable } from '../requests/validate.ts';
import { type AnyReply, isClosedToReadOnly, type Route, toDeclaration } from './define-route.ts';
import { retryAfterOf, toErrorReply } from './errors.ts';
import { makeRequestReader, type RequestReader } from './read-request.ts';
import { recordUnaudited } from './record-unaudited.ts';

export interface ApiLog {
  /** A request was answered. Says nothing of its content. */
  answered(entry: {
    method: string;
    route: string;
    status: number;
    durationMs: number;
    requestId: string | undefined;
  }): void;
  /** Something was thrown that is no AppError. */
  bug(error: unknown, requestId: string | undefined): void;
  /** For the audit log; waited for, and it does not throw. */
  record(operation: DomainEvent): Promise<void>;
}

/** Of a path that no text can be read from, or no id. */
const NOTHING = 'there is nothing with this id';

/** A route, and what reads the requests to it. */
interface Served {
  readonly route: Route;
  readonly read: RequestReader;
}

/** Serves routes over express to callers with a valid assertion. */
export function toExpress(routes: readonly Route[], acceptKeys: KeyRing, log: ApiLog): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').disable('query parser');
  // A path has one spelling only, as at the gateway.
  app.enable('case sensitive routing').enable('strict routing');
  app.use(express.raw({ type: () => true, limit: BODY_BYTES_MAX, inflate: false }));
  for (const route of routes) {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const served = { route, read: makeRequestReader(route) };
    app[method](path, async (request, response) => {
      const startedAt = performance.now();
      let requestId: string | undefined;
      let status: number;
      try {
        const assertion = assertionOf(request, acceptKeys);
        requestId = assertion.requestId;
        status = send(response, await answerInTrace(served, request, assertion, startedAt, log));
      } catch (error) {
        const reply = toErrorReply(error);
        if (reply.status === 500) log.bug(error, requestId);
        status = send(response, route.showError?.(reply, request.get('Accept-Language')) ?? reply);
      }
      const durationMs = performance.now() - startedAt;
      log.answered({
        method: route.method,
        route: route.path,
        status,
        durationMs,
        requestId,
      });
    });
  }
  app.use((_request: Request, response: Response) => {
    send(response, toErrorReply(new AppError('not_found', 'there is nothing at this address')));
  });
  // Four parameters make it an error handler. It must not print: body-parser's errors hold the body.
  app.use((error: unknown, request: Request, response: Response, _next: () => void) => {
    const reply = toErrorReply(toRefusal(error));
    const page = findPageBeside(routes, request.path);
    send(response, page?.showError?.(reply, request.get('Accept-Language')) ?? reply);
  });
  return app;
}

/** A page under the same roof as this path, whose visitors read pages only. */
function findPageBeside(routes: readonly Route[], path: string): Route | undefined {
  const [, roof] = path.split('/', 2);
  return routes.find((route) => route.showError && route.path.startsWith(`/${roof}/`));
}

/** Of a request that express itself could not read. */
function toRefusal(error: unknown): AppError {
  // A path parameter such as %zz stands for no text, so it names nothing.
  if (error instanceof URIError) return new AppError('not_found', NOTHING);
  if ((error as { type?: string }).type !== 'entity.too.large')
    return new AppError('invalid_request', 'the request could not be read');
  const message = `the body may have at most ${BODY_BYTES_MAX} bytes`;
  return new AppError('invalid_request', message, { status: 413 });
}

function assertionOf(request: Request, acceptKeys: KeyRing): Assertion {
  const { method, originalUrl: path } = request;
  const token = request.get(ASSERTION_HEADER);
  const assertion = verifyAssertion(acceptKeys, token, { method, path }, Date.now());
  if (!assertion)
    throw new AppError('unauthorized', 'this port is for the gateway: send the request there');
  return assertion;
}

/** The trace is believed like the assertion beside it: both come from the gateway. */
function answerInTrace(
  served: Served,
  request: Request,
  assertion: Assertion,
  startedAt: number,
  { record }: ApiLog,
): Promise<AnyReply> {
  const { route } = served;
  const attributes = { 'http.request.method': route.method, 'http.route': route.path };
  return continueTrace(request.get(TRACE_HEADER), () =>
    withSpan(`${route.method} ${route.path}`, { kind: 'server', attributes }, async (span) => {
      const actor = toActor(assertion.caller, assertion.address);
      const asked = { route, params: request.params, assertion };
      const work = () => answer(served, request, assertion, startedAt);
      const reply = await actFor(
        actor,
        () => recordUnaudited(asked, work, record),
        () => request.socket.destroyed,
      );
      span?.setAttribute('http.response.status_code', reply.status);
      return reply;
    }),
  );
}

async function answer(
  { route, read }: Served,
  request: Request,
  { caller, requestId, address }: Assertion,
  startedAt: number,
): Promise<AnyReply> {
  checkPermission(route, caller);
  const params = route.params?.safeParse(request.params);
  if (params && (!params.success || findUnstorable(params.data) !== undefined))
    throw new AppError('not_found', params.error?.issues[0]?.message ?? NOTHING);
  // Whatever comes of the request.
  const tellFormer = () => void request.res?.set(formerNameHeaders);
  const query = read.query(request.url, tellFormer);
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { sent, body } = read.body(raw, request.get('Content-Type'), tellFormer);
  const hasToken = caller.userId !== null || caller.scopes !== null;
  return route.handle({
    params: params?.data,
    query,
    body,
    sent: { path: request.path, body: sent },
    caller,
    requestId,
    address,
    idempotencyKey:
      route.takesIdempotencyKey && hasToken
        ? parseIdempotencyKey(request.get('Idempotency-Key'))
        : undefined,
    deadline: startedAt + toDeclaration(route).timeoutMs,
    authorization: route.token === 'refresh' ? request.get('Authorization') : undefined,
    acceptLanguage: request.get('Accept-Language'),
    lastEventId: route.isStream ? request.get('Last-Event-ID') : undefined,
  });
}

/** The kind of token and the scope: what can be decided without looking at any object. */
function checkPermission(route: Route, caller: Caller): void {
  if (route.token === 'none' || route.token === 'refresh') return;
  const isUser = caller.userId !== null;
  const isKey = caller.scopes !== null;
  if (!isUser && !isKey) {
    if (route.token === 'optional') return;
    throw new AppError('unauthorized', 'send Authorization: Bearer <access token>');
  }
  const scope = route.token === 'session' ? undefined : route.scope;
  if (isKey && (scope === undefined || !caller.scopes?.includes(scope)))
    throw denied(
      route,
      scope
        ? `this API key lacks the scope ${scope}`
        : 'no API key may do this: use an access token',
    );
  if (caller.readOnly && isClosedToReadOnly(route))
    throw new AppError(
      'forbidden',
      'the account is suspended, or pending: it can be read, but not changed before an administrator activates it',
    );
}

/** A valid token that may not do it: 403 where the operation lists `forbidden`, else 401. */
export function denied(route: Pick<Route, 'errors'>, message: string): AppError {
  return new AppError(route.errors.includes('forbidden') ? 'forbidden' : 'unauthorized', message);
}

function send(response: Response, reply: AnyReply): number {
  response.set({ ...retryAfterOf(reply.status), ...reply.headers });
  response.status(reply.status);
  if ('chunks' in reply) {
    response.setTimeout(reply.stalledMs, () => response.destroy());
    response.flushHeaders();
    // Each ends with the other; that one has ended is nothing to report.
    pipeline(reply.chunks, response, () => {});
  } else if ('text' in reply) response.end(reply.text);
  else response.json(reply.body);
  return reply.status;
}
