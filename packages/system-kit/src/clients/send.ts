const ANSWER_MS_MAX = 60_000;

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  /** The Idempotency-Key. */
  readonly key?: string | undefined;
  /** Sent as JSON, except for text and forms, which are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came and judge it.
  readonly body: any;
}

/**
 * Calls the public API as an external client. For a stream, returns once it has started.
 * @throws TypeError if the connection broke, so that the outcome is unknown
 */
export async function send(
  url: string,
  { method, path, token, key, body, headers, signal }: Request,
): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  const isAsIs = isForm || typeof body === 'string';
  const timeout = AbortSignal.timeout(ANSWER_MS_MAX);
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...headers,
    },
    ...(body !== undefined && { body: isAsIs ? body : JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  const text = isStream(response) ? await leave(response) : await response.text();
  return { status: response.status, headers: response.headers, body: bodyOf(response, text) };
}

/** Parses a body: pages and files stay text, an export becomes a list of lines, others are JSON. */
export function bodyOf({ headers }: Pick<Response, 'headers'>, text: string) {
  const type = headers.get('content-type') ?? '';
  if (/^(text\/(html|css|javascript)|image\/)/.test(type) || type === 'application/pdf')
    return text;
  if (type.startsWith('application/jsonl')) return toLines(text);
  return text === '' ? undefined : JSON.parse(text);
}

function toLines(text: string): { readonly data: readonly unknown[] } {
  const lines = text.split('\n').filter((line) => line !== '');
  return { data: lines.map((line) => JSON.parse(line)) };
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

async function leave({ body }: Response): Promise<string> {
  await body?.cancel();
  return '{}';
}
