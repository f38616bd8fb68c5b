const ANSWER_MS_MAX = 60_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: rows read whatever came and judge it.
  readonly body: any;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly key?: string | undefined;
  readonly body?: unknown;
}

/**
 * Calls the public surface as an outside client does.
 * @throws TypeError when the connection broke, so that the outcome is unknown.
 */
export async function call(
  url: string,
  { method, path, token, key, body }: Request,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
