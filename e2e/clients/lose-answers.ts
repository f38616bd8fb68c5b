import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A proxy of a Florin that loses the first answer to each change. */
export async function startLosing(url: string) {
  const keys: string[] = [];
  async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '', headers } = request;
    const { authorization = '', 'idempotency-key': given } = headers;
    const key = String(given ?? '');
    const isFirst = method !== 'GET' && !keys.includes(key);
    if (method !== 'GET') keys.push(key);
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization,
        'content-type': 'application/json',
        ...(given === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(method === 'GET' ? {} : { body: await buffer(request) }),
    });
    const text = await answer.text();
    if (isFirst) response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }
  const server = createServer((request, response) => {
    handOn(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Keys of the changes, in order of arrival. */
    keys,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
