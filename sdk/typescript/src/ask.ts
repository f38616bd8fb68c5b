import { ConnectionError, FlorinError, toError, UnreadableAnswerError } from './errors.ts';
import { filePaths } from './gen/files.ts';
import type { Method } from './operations.ts';

export interface Request {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface Sending {
  readonly send: typeof fetch;
  /** Default timeout of an attempt in milliseconds. */
  readonly timeoutMs: number;
  /** Headers of every call. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Ask = <Value>(method: Method, path: string, request: Request) => Promise<Value>;

/**
 * Makes one attempt.
 * @throws FlorinError for an error response; UnreadableAnswerError for a success that is not JSON;
 * ConnectionError without a response in time; the signal's reason if aborted
 */
export function makeAsk(url: string, { send, timeoutMs: defaultTimeoutMs, headers }: Sending): Ask {
  const base = url.replace(/\/+$/, '');
  return async <Value>(method: Method, path: string, request: Request): Promise<Value> => {
    const { signal, timeoutMs = defaultTimeoutMs, body } = request;
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(base + fill(path, request), {
        method: method.toUpperCase(),
        headers: { ...headersOf(request, isFile(method, path)), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        redirect: 'error',
      });
      if (!response.ok) throw await toError(response);
      return (await read(response, isFile(method, path))) as Value;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof FlorinError || error instanceof UnreadableAnswerError) throw error;
      const why = timeout.aborted ? `no answer within ${timeoutMs} ms` : 'no answer';
      throw new ConnectionError(`${method.toUpperCase()} ${path}: ${why}`, { cause: error });
    }
  };
}

function isFile(method: Method, path: string): boolean {
  return method === 'get' && filePaths.has(path);
}

/** The bytes of a file, or a parsed JSON value. */
async function read(response: Response, isOfFile: boolean): Promise<unknown> {
  if (isOfFile) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableAnswerError(response, text, { cause });
  }
}

/** Fills ids into the path and appends the query. */
function fill(template: string, { path = {}, query = {} }: Request): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = path[name];
    // Dots would change the path.
    if (value === undefined || /^\.{0,2}$/.test(value))
      throw new TypeError(`path.${name} is missing`);
    return encodeURIComponent(value);
  });
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

function headersOf(
  { token, idempotencyKey, body }: Request,
  isOfFile: boolean,
): Record<string, string> {
  return {
    Accept: isOfFile ? '*/*' : 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
}
