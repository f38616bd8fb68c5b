import type { Readable } from 'node:stream';
import {
  type Caller,
  type ErrorCode,
  HASHING_ROUTE_TIMEOUT_MS,
  type HttpMethod,
  type Reply,
  ROUTE_TIMEOUT_MS,
  type RouteDeclaration,
  type Scope,
  type TokenKind,
} from '@florin/contracts';
import { z } from 'zod';
import type { Sent } from '../requests/idempotency-key.ts';
import type { FormFields } from '../requests/read-body.ts';

/** The request as covered by a signature. */
export interface RawRequest {
  readonly body: Uint8Array;
  /** Reads a header by its lower-case name; undefined for headers that the gateway removes. */
  readonly header: (name: string) => string | undefined;
}

export interface ApiRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Path and body before parsing. */
  readonly sent: Sent;
  /** The caller, as asserted by the gateway. */
  readonly caller: Caller;
  readonly requestId: string;
  /** The client's IP address; undefined if the gateway does not report it. */
  readonly address: string | undefined;
  /** The Idempotency-Key, if the route accepts one and the caller is authenticated. */
  readonly idempotencyKey: string | undefined;
  /** `performance.now()` after which the client no longer waits. */
  readonly deadline: number;
  /** The Authorization header on routes with a refresh token; otherwise undefined. */
  readonly authorization: string | undefined;
  /** The client's User-Agent, if any. */
  readonly userAgent: string | undefined;
  /** The client's Accept-Language, for pages. */
  readonly acceptLanguage: string | undefined;
  /** The raw body and headers, on routes with `takesRaw`. */
  readonly raw: RawRequest | undefined;
  /** The client's consistency token: its last seen position in each service. */
  readonly consistency: string | undefined;
  /** The last event id that a reconnecting client of a stream received. */
  readonly lastEventId: string | undefined;
}

/** A text response, such as a page or a redirect. */
export interface TextReply {
  readonly status: number;
  /** Includes Content-Type, unless the text is empty. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A file response. */
export interface FileReply {
  readonly status: number;
  /** Includes Content-Type. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Server-sent events, forwarded as they are produced. */
export interface StreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: Readable;
  /**
   * A client that reads nothing for this long is disconnected. Longer than the interval of chunks.
   */
  readonly stalledMs: number;
}

/** A recorded request and response for the API reference. */
export interface RouteExample {
  readonly request?: unknown;
  readonly response?: unknown;
}

/** Any response of a route. */
export type AnyReply = Reply | TextReply | FileReply | StreamReply;

export interface RouteDefinition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
> {
  readonly method: HttpMethod;
  /** Path with parameters in braces: `/v1/transactions/{transaction_id}`. */
  readonly path: string;
  /** Unique operation id: verb and object, such as `createTransaction`. */
  readonly operationId: string;
  readonly summary: string;
  /** Description in Markdown for the API reference. */
  readonly description?: string;
  /** Called by Florin's own pages only; hidden from references and clients. */
  readonly isInternal?: boolean;
  readonly token: TokenKind;
  /** Scope that an API key or a person's role needs. */
  readonly scope?: Scope;
  /** Scope that only API keys need. Without this and `scope`, no key may call. */
  readonly keyScope?: Scope;
  /** Timeout at the gateway in ms; by default ROUTE_TIMEOUT_MS, or more for password hashing. */
  readonly timeoutMs?: number;
  /** Invalid parameters result in a 404. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Members that another operation changes, with that operation; the refusal of a body names it. */
  readonly changedBy?: Readonly<Record<string, string>>;
  /** The body may be left out. */
  readonly isBodyOptional?: boolean;
  /** Accepts a form as well as JSON; lists the fields that are not text. */
  readonly form?: FormFields;
  /** Skips the schema, for a body that a third party has defined and signed. */
  readonly takesRaw?: boolean;
  readonly takesIdempotencyKey?: boolean;
  /** Changes nothing and calls no other service, so that a standby may answer. */
  readonly onlyReads?: boolean;
  /** A suspended account may call it although it is not a GET. */
  readonly allowsReadOnly?: boolean;
  /** Requires a recent second factor from users who have one. */
  readonly needsFresh?: boolean;
  /** Users may call it before they add the second factor that their account requires. */
  readonly allowsUnenrolled?: boolean;
  /** Refunds a customer, which the role `support` may do up to a limit. */
  readonly isRefund?: boolean;
  /** Hashes a password. Limited concurrency, in turns by client address. */
  readonly isCostly?: boolean;
  /** Answers with an endless stream, so it has no timeout. */
  readonly isStream?: boolean;
  /** Response schemas by status of success. */
  readonly replies: Readonly<Record<number, z.ZodType>>;
  readonly errors: readonly ErrorCode[];
  /** Codes that this operation also returns with another status. */
  readonly otherErrors?: Readonly<Record<number, readonly ErrorCode[]>>;
  /** Present on pages: renders errors as pages. */
  readonly showError?: (error: Reply, acceptLanguage: string | undefined) => TextReply;
  /** Media type of a response that is not JSON, a page or an event stream. */
  readonly mediaType?: string | readonly string[];
  readonly example?: RouteExample;
  readonly handle: (
    request: ApiRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<AnyReply>;
}

/** A route with erased types, for adapters and documents. */
// biome-ignore lint/suspicious/noExplicitAny: `defineRoute` has checked the types of each route.
export type Route = RouteDefinition<any, any, any>;

/** Response schema of a file. */
export function fileReply(description: string) {
  return z.string().meta({ description, format: 'binary' });
}

/** Returns its argument, so that the handler's types are inferred from the schemas. */
export function defineRoute<
  Params extends z.ZodType = z.ZodType<undefined>,
  Query extends z.ZodType = z.ZodType<undefined>,
  Body extends z.ZodType = z.ZodType<undefined>,
>(route: RouteDefinition<Params, Query, Body>): Route {
  return route;
}

/** The scope that an API key needs; undefined if no key may call. */
export function keyScopeOf({ token, scope, keyScope }: Route): Scope | undefined {
  return token === 'session' ? undefined : (scope ?? keyScope);
}

/** Whether a suspended account may not call it, because it changes something. */
export function isClosedToReadOnly({ method, token, allowsReadOnly }: Route): boolean {
  return method !== 'GET' && token !== 'none' && token !== 'refresh' && !allowsReadOnly;
}

function timeAllowed({ isStream, isCostly, timeoutMs }: Route): number {
  if (isStream) return 0;
  return timeoutMs ?? (isCostly ? HASHING_ROUTE_TIMEOUT_MS : ROUTE_TIMEOUT_MS);
}

/** The route declaration for the gateway. */
export function toDeclaration(route: Route): RouteDeclaration {
  return {
    method: route.method,
    template: route.path,
    token: route.token,
    scope: route.scope ?? null,
    timeoutMs: timeAllowed(route),
    stream: route.isStream ?? false,
    costly: route.isCostly ?? false,
  };
}
