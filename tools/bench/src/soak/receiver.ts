import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Deliveries to one endpoint. */
export interface Delivered {
  /** Public ids of events; each once, even if repeated. */
  readonly ids: ReadonlySet<string>;
  /** Number of invalid signatures. */
  readonly unsigned: number;
  /** Number of repeated deliveries. */
  readonly again: number;
}

export interface Receiver {
  /** URL of the endpoint with this number. */
  urlOf(endpoint: number): string;
  /** Starts accepting its deliveries. */
  expect(endpoint: number, secret: string): void;
  /** In the order of the endpoints. */
  delivered(): readonly Delivered[];
  close(): Promise<void>;
}

interface Taking {
  readonly secret: string;
  readonly ids: Set<string>;
  unsigned: number;
  again: number;
}

const BODY_BYTES_MAX = 1_000_000;

/** A local receiver of webhooks. It stores ids only. */
export async function startReceiver(): Promise<Receiver> {
  const endpoints: Taking[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const endpoint = endpoints[Number(request.url?.slice(1))];
      if (endpoint !== undefined) take(endpoint, request.headers, Buffer.concat(chunks).toString());
      response.writeHead(endpoint === undefined ? 404 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    expect(endpoint, secret) {
      endpoints[endpoint] = { secret, ids: new Set(), unsigned: 0, again: 0 };
    },
    delivered: () => endpoints,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function take(endpoint: Taking, headers: IncomingHttpHeaders, body: string): void {
  const id = String(headers['webhook-id']);
  if (!isSigned(headers, body, endpoint.secret)) endpoint.unsigned += 1;
  else if (endpoint.ids.has(id)) endpoint.again += 1;
  else endpoint.ids.add(id);
}

/** Checks Standard Webhooks 1.0 without Florin's own code. */
export function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const right = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === right.length && timingSafeEqual(given, right));
}
