import { send } from '@florin/system-kit';

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
  const { status, body: answer } = await send(`http://127.0.0.1:${port}`, {
    method: 'POST',
    path,
    token,
    body,
  });
  if (status >= 300 && !isBusy(status))
    throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
  return { status, answer };
}

export function isBusy(status: number): boolean {
  return status === 503;
}
