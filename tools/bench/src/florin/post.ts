const ANSWER_MS_MAX = 60_000;

export interface Post {
  readonly port: number;
  readonly path: string;
  readonly token?: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Posted {
  readonly status: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/**
 * Posts to the gateway; the answer is 2xx, or says that it has too much to do.
 * @throws Error for any other.
 */
export async function post({ port, path, token, body }: Post): Promise<Posted> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok && !isBusy(response.status))
    throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return { status: response.status, answer };
}

export function isBusy(status: number): boolean {
  return status === 503;
}
