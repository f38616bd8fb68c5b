import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '@florin/service';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

/** A receiver's response to a request; `index` starts at 0. */
export type Answer = (response: ServerResponse, index: number, received: Received) => void;

export const ok: Answer = (response) => void response.writeHead(204).end();

/** A webhook receiver. */
export async function startReceiver(answer: Answer = ok) {
  const received: Received[] = [];
  let answering = answer;
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one = { headers: request.headers, body, atMs: Date.now() };
      received.push(one);
      answering(response, received.length - 1, one);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await listen(server, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    connections: () => connections,
    answerBy(next: Answer) {
      answering = next;
    },
    /** Deliveries, verified by the reference library; throws for an invalid signature. */
    verified: (secret: string) =>
      received.map(
        ({ headers, body }) =>
          new Webhook(secret).verify(body, headers as Record<string, string>) as {
            readonly id: string;
            readonly type: string;
            readonly sequence: number | null;
            readonly created_at: string;
            readonly data: { readonly object: Readonly<Record<string, unknown>> };
          },
      ),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
