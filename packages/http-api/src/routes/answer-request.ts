import { AppError, type Caller, type DomainEvent, hasScope } from '@florin/contracts';
import { type Assertion, actFor, toActor } from '@florin/runtime/caller';
import { continueTrace, withSpan } from '@florin/runtime/tracing';
import { toErrorReply } from '../errors.ts';
import { parseIdempotencyKey } from '../requests/idempotency-key.ts';
import { inWords } from '../requests/in-words.ts';
import { staleSession } from '../requests/refund-limits.ts';
import { toPath } from '../requests/to-path.ts';
import { listUnstorable } from '../requests/validate.ts';
import {
  type AnyReply,
  isClosedToReadOnly,
  keyScopeOf,
  type Route,
  toDeclaration,
} from './define-route.ts';
import { makeRequestReader } from './read-request.ts';
import { recordUnaudited } from './record-unaudited.ts';

export interface ApiLog {
  /** Called for each answered request, without its contents. */
  answered(entry: {
    method: string;
    route: string;
    status: number;
    durationMs: number;
    requestId: string | undefined;
  }): void;
  /** Called for a thrown error that is no AppError. */
  bug(error: unknown, requestId: string | undefined): void;
  /** Stores an operation for the audit log. Awaited; never throws. */
  record(operation: DomainEvent): Promise<void>;
}

/** A request to a route, over HTTP or a link. */
export interface Incoming {
  /** Path and query. */
  readonly url: string;
  /** Path parameters as text, before the schema. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Reads a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
  /** The caller, as asserted by the gateway. */
  readonly assertion: Pick<Assertion, 'caller' | 'requestId' | 'address'>;
  readonly traceParent: string | undefined;
  /** Whether the client has disconnected. */
  readonly hasLeft: () => boolean;
}

/**
 * Answers a request, whether it succeeds or fails.
 * @param vouch verifies the caller, or throws
 * @param send sends the response; an error is handled like any other failure
 */
export type AnswerRequest = <Sent>(
  vouch: () => Incoming,
  acceptLanguage: string | undefined,
  send: (reply: AnyReply) => Sent,
) => Promise<Sent>;

/** Message for a path that is malformed or has no valid id. */
export const NOTHING = 'there is nothing with this id';

/** Creates the request handler of a route, which also logs each request. */
export function makeAnswerRequest(route: Route, log: ApiLog): AnswerRequest {
  const { timeoutMs } = toDeclaration(route);
  const read = makeRequestReader(route);
  const name = `${route.method} ${route.path}`;
  const attributes = { 'http.request.method': route.method, 'http.route': route.path };

  return async (vouch, acceptLanguage, send) => {
    const startedAt = performance.now();
    let requestId: string | undefined;
    let traceParent: string | undefined;
    let status = 500;
    const answerWith = (reply: AnyReply) => {
      status = reply.status;
      return send(reply);
    };
    try {
      const incoming = vouch();
      requestId = incoming.assertion.requestId;
      traceParent = incoming.traceParent;
      return answerWith(await answerInTrace(incoming, startedAt));
    } catch (error) {
      const failure = toErrorReply(error);
      if (failure.status === 500)
        await continueTrace(traceParent, async () => log.bug(error, requestId));
      return answerWith(route.showError?.(failure, acceptLanguage) ?? failure);
    } finally {
      const durationMs = performance.now() - startedAt;
      const answered = { method: route.method, route: route.path, status, durationMs, requestId };
      void continueTrace(traceParent, async () => log.answered(answered));
    }
  };

  /** The trace is trusted like the assertion, since both come from the gateway. */
  function answerInTrace(incoming: Incoming, startedAt: number): Promise<AnyReply> {
    return continueTrace(incoming.traceParent, () =>
      withSpan(name, { kind: 'server', attributes }, async (span) => {
        const { caller, requestId, address } = incoming.assertion;
        const asked = { route, params: incoming.params, assertion: { caller, requestId } };
        const work = () => answer(incoming, startedAt);
        const reply = await actFor(
          toActor(caller, address, name),
          () => recordUnaudited(asked, work, log.record),
          incoming.hasLeft,
        );
        span?.setAttribute('http.response.status_code', reply.status);
        return reply;
      }),
    );
  }

  async function answer(
    { url, params: inPath, header, body: bytes, assertion }: Incoming,
    startedAt: number,
  ): Promise<AnyReply> {
    const { caller, requestId, address } = assertion;
    checkPermission(route, caller);
    const params = route.params?.safeParse(inPath, { error: inWords });
    if (params && (!params.success || listUnstorable(params.data).length > 0))
      throw new AppError('not_found', params.error?.issues[0]?.message ?? NOTHING);
    const query = read.query(url);
    const { sent, body } = route.takesRaw
      ? { sent: undefined, body: undefined }
      : read.body(bytes, header('content-type'));
    const hasToken = caller.userId !== null || caller.scopes !== null;
    return route.handle({
      params: params?.data,
      query,
      body,
      sent: { path: toPath(url), body: sent },
      caller,
      requestId,
      address,
      idempotencyKey:
        route.takesIdempotencyKey && hasToken
          ? parseIdempotencyKey(header('idempotency-key'))
          : undefined,
      deadline: startedAt + timeoutMs,
      authorization: route.token === 'refresh' ? header('authorization') : undefined,
      userAgent: header('user-agent'),
      acceptLanguage: header('accept-language'),
      consistency: header('florin-consistency'),
      raw: route.takesRaw ? { body: bytes, header } : undefined,
      lastEventId: route.isStream ? header('last-event-id') : undefined,
    });
  }
}

/** Checks token kind and scope, which needs no object. */
function checkPermission(route: Route, caller: Caller): void {
  if (route.token === 'none' || route.token === 'refresh') return;
  const isUser = caller.userId !== null;
  const isKey = caller.scopes !== null;
  if (!isUser && !isKey) {
    if (route.token === 'optional') return;
    throw new AppError('unauthorized', 'send Authorization: Bearer <access token>');
  }
  if (caller.mustEnrol && !route.allowsUnenrolled)
    throw new AppError(
      'second_factor_required',
      'your account requires a second factor; add one with POST /v1/auth/factors',
    );
  const { scope } = route;
  if (isKey) assertKeyMay(route, caller);
  const isSupporting = caller.role === 'support' && route.isRefund;
  if (isUser && scope !== undefined && !isSupporting && !hasScope(caller, scope))
    throw denied(
      route,
      `the role ${caller.role} lacks the scope ${scope}; ask an owner or account admin`,
    );
  if (caller.isStale && route.needsFresh) throw staleSession();
  if (caller.readOnly && isClosedToReadOnly(route))
    throw new AppError(
      'forbidden',
      'you have read access only; verify your email first (POST /v1/auth/verify_email), or, if the account is suspended or pending, ask an administrator to activate it',
    );
}

/** @throws AppError with the scope that the key lacks */
function assertKeyMay(route: Route, { scopes }: Caller): void {
  const needed = keyScopeOf(route);
  if (needed === undefined) throw denied(route, 'API keys cannot do this; use an access token');
  if (!scopes?.includes(needed)) throw denied(route, `this API key lacks the scope ${needed}`);
}

/** Error for a valid token without permission: 403 if the operation lists `forbidden`, else 401. */
export function denied(route: Pick<Route, 'errors'>, message: string): AppError {
  return new AppError(route.errors.includes('forbidden') ? 'forbidden' : 'unauthorized', message);
}
