import { Agent, request } from 'node:http';
import { baseUrl } from './api.ts';

export interface RawCall {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer | undefined;
  /** URL of the server; by default the system of the run. */
  readonly at?: string;
}

/** An answer, as received. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const WAIT_MS_MAX = 20_000;
const agent = new Agent({ keepAlive: true });

/** Sends a request exactly as given: paths are not normalized, and no header is added. */
export function callRaw(
  method: string,
  path: string,
  { headers = {}, body, at = baseUrl() }: RawCall = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(at);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        headers: toMutable(withLength(headers, body)),
        agent,
        timeout: WAIT_MS_MAX,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        const done = () => {
          const pairs = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          resolve({
            status: incoming.statusCode ?? 0,
            headers: new Headers(pairs),
            text: Buffer.concat(chunks).toString(),
          });
        };
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', done);
        // A stream never ends: its start is the answer.
        if (!incoming.headers['content-type']?.startsWith('text/event-stream')) return;
        done();
        incoming.destroy();
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no answer`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Node sends some bodies without a length, which no server could read. */
function withLength(
  headers: NonNullable<RawCall['headers']>,
  body: RawCall['body'],
): NonNullable<RawCall['headers']> {
  if (body === undefined) return headers;
  return { 'Content-Length': String(Buffer.byteLength(body)), ...headers };
}

function toMutable(headers: NonNullable<RawCall['headers']>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [...value],
    ]),
  );
}
