import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TlsKeys } from '../src/requests/certificate.ts';
import { generateTls } from './generate-tls.ts';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** How long the service takes, so that bytes behind a request arrive before its response. */
const WORK_MS = 100;
const ANSWERS_MS_MAX = 20_000;

let service: TestService;
let tls: TlsKeys;
/** Executed requests, by the case that sent them. */
const effects = new Map<string | undefined, number>();
/** Placeholder for the case id in sent bytes. */
const CASE = '<case>';

beforeAll(async () => {
  tls = await generateTls();
  const routes = [{ method: 'POST', template: '/v1/transactions', timeoutMs: ANSWERS_MS_MAX }];
  service = await startPlainService('ledger', routes, (request, response) => {
    request.resume().on('end', () => {
      const sender = request.headers['idempotency-key']?.toString();
      effects.set(sender, (effects.get(sender) ?? 0) + 1);
      setTimeout(() => response.end('{"done":true}'), WORK_MS);
    });
  });
});

afterAll(() => service?.stop());

function post(headers: readonly string[] = [], body = '{}', version = '1.1'): string {
  const line = `POST /v1/transactions HTTP/${version}`;
  const all = [
    'Host: florin.example',
    `Content-Length: ${body.length}`,
    `Idempotency-Key: ${CASE}`,
    ...headers,
  ];
  return [line, ...all, '', body].join('\r\n');
}

const get = 'GET /v1/transactions HTTP/1.1\r\nHost: florin.example\r\n\r\n';
const unknown = get.replace('transactions', 'unknown');
const chunked = post().replace('Content-Length: 2', 'Transfer-Encoding: chunked');

/** Bytes to send, milliseconds to wait, or half-closing the connection. */
type Chunk = string | number | 'FIN';

const cases: readonly [what: string, sent: readonly Chunk[], answered: readonly number[]][] = [
  ['nothing', [post(['Connection: close'])], [200]],
  ['a request after Connection: close', [post(['Connection: close']) + get], [200]],
  ['the same a moment later', [post(['Connection: close']), 30, get], [200]],
  ['more body than announced', [`${post()}abc\r\n\r\n`], [200, 400]],
  ['more body after Connection: close', [`${post(['Connection: close'])}abc`], [200]],
  ['nonsense', [`${post()}nonsense\r\n\r\n`], [200, 400]],
  ['nonsense a moment later', [post(), 30, 'nonsense', 20, 'nonsense\r\n\r\n'], [200, 400]],
  ['a megabyte', [post(['Connection: close']), 'a'.repeat(1_000_000)], [200]],
  ['a megabyte of nonsense', [post(), 'a'.repeat(1_000_000)], [200, 400]],
  ['a TLS hello', [`${post()}\u0016\u0003\u0001\u0002\u0000\u0001`], [200, 400]],
  ['HTTP/2', [`${post()}PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`], [200, 400]],
  ['CONNECT', [`${post()}CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n`], [200, 405]],
  ['endless headers', [`${post()}GET / HTTP/1.1\r\nX: ${'a'.repeat(64_000)}`], [200, 431]],
  ['a body with malformed chunks', [post() + chunked.replace('{}', 'zz\r\n')], [200, 400]],
  ['a half-close', [post(), 'FIN'], [200]],
  ['two requests and a half-close', [post() + post() + post(), 'FIN'], [200, 200, 200]],
  ['half a request and a half-close', [post() + get.slice(0, 20), 'FIN'], [200, 400]],
  ['half a body and a half-close', [post() + post().slice(0, -1), 'FIN'], [200, 400]],
  ['two requests and nonsense', [`${post() + post()}nonsense\r\n\r\n`], [200, 200, 400]],
  ['a request that is too large', [post() + post([], 'a'.repeat(200_000))], [200, 413]],
  [
    'a request after one that closes the connection',
    [post() + post([], 'a'.repeat(200_000)) + post()],
    [200, 413],
  ],
  ['more requests than the pipeline allows', [unknown.repeat(100)], Array<number>(65).fill(404)],
  [
    'nonsense after Expect: 100-continue',
    [post(['Expect: 100-continue']), 'nonsense'],
    [100, 200, 400],
  ],
  ['nonsense over HTTP/1.0', [`${post([], '{}', '1.0')}nonsense`], [200]],
  ['a half-close over HTTP/1.0', [post(['Expect: 100-continue'], '{}', '1.0'), 'FIN'], [200]],
];

describe.each(['plain', 'TLS'])('over %s connections', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway([service], { config: { tls: kind === 'TLS' ? tls : undefined } });
    await eventually(async () => expect(await exchange([ready])).toEqual([200]));
  });
  afterAll(() => gateway?.stop());

  const ready = 'GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  /** Statuses of all responses until the connection closes. */
  function exchange(chunks: readonly Chunk[]): Promise<readonly number[]> {
    const place = { port: gateway.port, host: '127.0.0.1', allowHalfOpen: true };
    const socket: Socket =
      kind === 'TLS' ? connectTls({ ...place, rejectUnauthorized: false }) : connectPlain(place);
    return new Promise((resolve) => {
      let text = '';
      socket.on(kind === 'TLS' ? 'secureConnect' : 'connect', () => void send(socket, chunks));
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      // Responses already read still count.
      socket.on('error', () => {});
      socket.setTimeout(ANSWERS_MS_MAX, () => socket.destroy());
      socket.on('end', () => socket.destroy());
      socket.on('close', () =>
        resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))),
      );
    });
  }

  it.concurrent.each(cases)(
    'answers every executed request before: %s',
    async (what, sent, statuses) => {
      const sender = `${kind}: ${what}`;
      const chunks = sent.map((chunk) =>
        typeof chunk === 'string' ? chunk.replaceAll(CASE, sender) : chunk,
      );
      expect(await exchange(chunks)).toEqual(statuses);
      expect(effects.get(sender) ?? 0).toBe(statuses.filter((status) => status === 200).length);
    },
  );

  it('answers pipelined requests before a stop', async () => {
    const sender = `${kind}: a stop`;
    const answered = exchange([(post() + post()).replaceAll(CASE, sender)]);
    await eventually(async () => expect(effects.get(sender)).toBe(1));
    await gateway.stop();
    expect(await answered).toEqual([200, 200]);
  });
});

async function send(socket: Socket, chunks: readonly Chunk[]): Promise<void> {
  for (const chunk of chunks) {
    if (typeof chunk === 'number') await pause(chunk);
    else if (chunk === 'FIN') socket.end();
    else socket.write(chunk);
  }
}
