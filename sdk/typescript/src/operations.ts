import type { paths } from './gen/openapi.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** The paths that have an operation of this method. */
export type Paths<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends Paths<M>> = paths[P][M & keyof paths[P]];
type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
type Parameters<Op, Kind extends string> = Op extends { parameters: { [K in Kind]?: infer Value } }
  ? Exclude<Value, undefined>
  : never;

/** A file is answered by its bytes. A stream is read by other means than a call. */
type Answer<Content> = Content extends { content: { 'application/json': infer Body } }
  ? Body
  : Content extends { content: { 'text/event-stream': unknown } }
    ? never
    : Content extends { content: object }
      ? Uint8Array<ArrayBuffer>
      : never;

/** What an operation answers with when it succeeds. */
export type Result<M extends Method, P extends Paths<M>> =
  Operation<M, P> extends { responses: infer Responses }
    ? Answer<Responses[keyof Responses & (200 | 201)]>
    : never;

/** What is in the pages of a list. */
export type Item<P extends Paths<'get'>> =
  Result<'get', P> extends { data: (infer One)[] } ? One : never;

/** The paths that are lists. */
export type Lists = {
  [P in Paths<'get'>]: Result<'get', P> extends { data: unknown[]; has_more: boolean } ? P : never;
}[Paths<'get'>];

/** What every call can be told. */
export interface Common {
  readonly signal?: AbortSignal;
  /** Of each try, in milliseconds; 30 s unless the client was told otherwise. */
  readonly timeoutMs?: number;
  /** Makes a call of yours one and the same, also after a restart; otherwise each has its own. */
  readonly idempotencyKey?: string;
}

/** A member that has to be there, may be there, or has nothing to say. */
type Member<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : object extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

type BodyOf<Op> = Op extends { requestBody?: infer Body } ? Json<Exclude<Body, undefined>> : never;

/** What an operation takes: parts of its path, its query and its body. */
export type CallOptions<M extends Method, P extends Paths<M>> = Common &
  Member<'path', Parameters<Operation<M, P>, 'path'>> &
  Member<'query', Parameters<Operation<M, P>, 'query'>> &
  Member<'body', BodyOf<Operation<M, P>>>;

/** The options may be left out where nothing in them has to be said. */
export type Arguments<Options> = object extends Options
  ? readonly [options?: Options]
  : readonly [options: Options];
