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
import type { FormFields } from '../requests/read-body.ts';

/** What a repetition is recognised by: another version may parse the same request otherwise. */
export interface Sent {
  readonly path: string;
  /** JSON, or the fields of a form; undefined when there was none. */
  readonly body: unknown;
}

/** What a signature is over. */
export interface RawRequest {
  readonly body: Uint8Array;
  /** By lower-case name; undefined for those that the gateway keeps. */
  readonly header: (name: string) => string | undefined;
}

export interface ApiRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Path and body as they came, before a schema read them. */
  readonly sent: Sent;
  /** Who is calling, as the gateway vouches for it. */
  readonly caller: Caller;
  readonly requestId: string;
  /** Where the client connects from; undefined when the gateway does not say. */
  readonly address: string | undefined;
  /** The client's Idempotency-Key, where the route takes one and the caller has a token. */
  readonly idempotencyKey: string | undefined;
  /** `performance.now()` after which the client no longer waits. */
  readonly deadline: number;
  /** The Authorization header on routes with a refresh token; undefined everywhere else. */
  readonly authorization: string | undefined;
  /** As the client calls itself; undefined where it does not. */
  readonly userAgent: string | undefined;
  /** The client's Accept-Language, for pages. */
  readonly acceptLanguage: string | undefined;
  /** The body as it came and the headers beside it, on routes that take whatever comes. */
  readonly raw: RawRequest | undefined;
  /** What the client has seen before, of each service, where it says so. */
  readonly consistency: string | undefined;
  /** The last event that a client of a stream has seen, when it comes back. */
  readonly lastEventId: string | undefined;
}

/** An answer that is no JSON: a page, or the way to one. */
export interface TextReply {
  readonly status: number;
  /** Content-Type among them, unless the text is empty. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A file. */
export interface FileReply {
  readonly status: number;
  /** Content-Type among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Server-sent events: chunks of text, passed on as they come. */
export interface StreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: Readable;
  /** A client that takes nothing for so long is cut; longer than the chunks are apart. */
  readonly stalledMs: number;
}

/** A request and its answer as they once were, for whoever reads the document. */
export interface RouteExample {
  readonly request?: unknown;
  readonly response?: unknown;
}

/** Whatever a route answers with. */
export type AnyReply = Reply | TextReply | FileReply | StreamReply;

export interface RouteDefinition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
> {
  readonly method: HttpMethod;
  /** Path with parameters in braces: `/v1/transactions/{transaction_id}`. */
  readonly path: string;
  /** What clients call it: a verb and what it is about, `createTransaction`. No other has it. */
  readonly operationId: string;
  readonly summary: string;
  /** What it does to what, what it needs, what else follows: Markdown, for who reads the reference. */
  readonly description?: string;
  /** Loaded by Florin's own pages only: no reference shows it, and no client calls it. */
  readonly isInternal?: boolean;
  readonly token: TokenKind;
  /** An API key needs it, and so does the role of a person. */
  readonly scope?: Scope;
  /** An API key needs it; people are bound by their role itself. Without this and `scope` no key may call. */
  readonly keyScope?: Scope;
  /** Time allowed at the edge, in ms; unless it says so ROUTE_TIMEOUT_MS, or what hashing takes. */
  readonly timeoutMs?: number;
  /** Parameters that do not parse name nothing that exists: 404. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body may be left out. */
  readonly isBodyOptional?: boolean;
  /** Present where a form is taken as well as JSON: its fields that are no text. */
  readonly form?: FormFields;
  /** The body is no concern of a schema: somebody else has said what is in it, and signed it. */
  readonly takesRaw?: boolean;
  readonly takesIdempotencyKey?: boolean;
  /** Changes nothing and asks nobody but the service's own database: a standby of that may answer. */
  readonly onlyReads?: boolean;
  /** A suspended account may call it although it is no GET. */
  readonly allowsReadOnly?: boolean;
  /** Whoever has a second factor must have shown it lately. */
  readonly needsFresh?: boolean;
  /** Somebody may call it who has yet to add the second factor that their account asks for. */
  readonly allowsUnenrolled?: boolean;
  /** Gives money of a customer back, which the role `support` may, up to a limit. */
  readonly isRefund?: boolean;
  /** Hashes a password, which takes a processor long: few at a time, in turns by address. */
  readonly isCostly?: boolean;
  /** Answers with a stream, which has no end and so no time allowed. */
  readonly isStream?: boolean;
  /** What success looks like, by status. */
  readonly replies: Readonly<Record<number, z.ZodType>>;
  readonly errors: readonly ErrorCode[];
  /** Codes that this operation also answers with another status than usual. */
  readonly otherErrors?: Readonly<Record<number, readonly ErrorCode[]>>;
  /** Present on pages: people read them, so that failures are pages too. */
  readonly showError?: (error: Reply, acceptLanguage: string | undefined) => TextReply;
  /** Of an answer that is neither JSON nor a page nor server-sent events. */
  readonly mediaType?: string | readonly string[];
  readonly example?: RouteExample;
  readonly handle: (
    request: ApiRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<AnyReply>;
}

/** A route with its types erased: what adapters and documents work with. */
// biome-ignore lint/suspicious/noExplicitAny: `defineRoute` has checked the types of each route.
export type Route = RouteDefinition<any, any, any>;

/** The reply of a route that answers with a file. */
export function fileReply(description: string) {
  return z.string().meta({ description, format: 'binary' });
}

/** Returns its argument; it exists so that the handler's types flow from the schemas above it. */
export function defineRoute<
  Params extends z.ZodType = z.ZodType<undefined>,
  Query extends z.ZodType = z.ZodType<undefined>,
  Body extends z.ZodType = z.ZodType<undefined>,
>(route: RouteDefinition<Params, Query, Body>): Route {
  return route;
}

/** The scope that an API key needs; undefined where no key may call. */
export function keyScopeOf({ token, scope, keyScope }: Route): Scope | undefined {
  return token === 'session' ? undefined : (scope ?? keyScope);
}

/** Whether the route changes something, which a suspended account may not. */
export function isClosedToReadOnly({ method, token, allowsReadOnly }: Route): boolean {
  return method !== 'GET' && token !== 'none' && token !== 'refresh' && !allowsReadOnly;
}

function timeAllowed({ isStream, isCostly, timeoutMs }: Route): number {
  if (isStream) return 0;
  return timeoutMs ?? (isCostly ? HASHING_ROUTE_TIMEOUT_MS : ROUTE_TIMEOUT_MS);
}

/** What the gateway needs to know of a route. */
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
