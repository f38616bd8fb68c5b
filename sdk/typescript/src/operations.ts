import type { paths } from './gen/openapi.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** Paths with an operation of this method. */
export type Paths<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends Paths<M>> = paths[P][M & keyof paths[P]];
type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
type Parameters<Op, Kind extends string> = Op extends { parameters: { [K in Kind]?: infer Value } }
  ? Exclude<Value, undefined>
  : never;

/** Files are returned as bytes. Event streams are not calls. */
type Answer<Content> = Content extends { content: { 'application/json': infer Body } }
  ? Body
  : Content extends { content: { 'text/event-stream': unknown } }
    ? never
    : Content extends { content: object }
      ? Uint8Array<ArrayBuffer>
      : never;

/** The successful response of an operation. */
export type Result<M extends Method, P extends Paths<M>> =
  Operation<M, P> extends { responses: infer Responses }
    ? Answer<Responses[keyof Responses & (200 | 201)]>
    : never;

/** The items of a list. */
export type Item<P extends Paths<'get'>> =
  Result<'get', P> extends { data: (infer One)[] } ? One : never;

/** Paths that are lists. */
export type Lists = {
  [P in Paths<'get'>]: Result<'get', P> extends { data: unknown[]; has_more: boolean } ? P : never;
}[Paths<'get'>];

/** Options of every call. */
export interface Common {
  readonly signal?: AbortSignal;
  /** Timeout of each attempt in milliseconds; 30 s or the client's setting by default. */
  readonly timeoutMs?: number;
  /**
   * Your own key, for retries across restarts of your program. Without one, each call has a new key.
   */
  readonly idempotencyKey?: string;
}

/** A required, optional or absent member. */
type Member<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : object extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

type BodyOf<Op> = Op extends { requestBody?: infer Body } ? Json<Exclude<Body, undefined>> : never;

/** The arguments of an operation: path, query and body. */
export type CallOptions<M extends Method, P extends Paths<M>> = Common &
  Member<'path', Parameters<Operation<M, P>, 'path'>> &
  Member<'query', Parameters<Operation<M, P>, 'query'>> &
  Member<'body', BodyOf<Operation<M, P>>>;

/** Options are optional if none of their members is required. */
export type Arguments<Options> = object extends Options
  ? readonly [options?: Options]
  : readonly [options: Options];
