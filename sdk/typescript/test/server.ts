import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent instead of JSON. */
  readonly bytes?: Uint8Array;
  /** Closes the connection without a response. */
  readonly cut?: boolean;
  /** Sends nothing until the client has left. */
  readonly hang?: boolean;
  /** Sends one byte in this many milliseconds, without end. */
  readonly dripMs?: number;
}

/** A server that answers as the test says and records its requests. */
export async function startServer(answer: (seen: Seen, count: number) => Answer) {
  const seen: Seen[] = [];
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body };
    seen.push(one);
    const reply = answer(one, seen.length);
    if (reply.hang) return;
    if (reply.cut) {
      response.destroy();
      return;
    }
    if (reply.dripMs !== undefined) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => response.write(' '), reply.dripMs);
      response.on('close', () => clearInterval(timer));
      return;
    }
    response.writeHead(reply.status ?? 200, {
      'Content-Type': 'application/json',
      ...reply.headers,
    });
    response.end(reply.bytes ?? JSON.stringify(reply.body ?? {}));
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
