import { connect as connectPlain } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateTls } from './generate-tls.ts';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

let service: TestService;
let gateway: TestGateway;
let answer: (() => void) | undefined;

beforeAll(async () => {
  service = await startPlainService(
    'ledger',
    [{ template: '/v1/payments' }],
    (_request, response) => {
      answer = () => response.end('{}');
    },
  );
  gateway = await startGateway([service], { config: { tls: await generateTls() } });
});

afterAll(async () => {
  await gateway?.stop();
  await service?.stop();
});

/** Sends a request over TLS and reads until the connection closes. */
function send(text: string): { socket: TLSSocket; closed: Promise<string> } {
  // The certificate is self-signed.
  const socket = connect({ port: gateway.port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('secureConnect', () => socket.write(text));
  const closed = new Promise<string>((resolve, reject) => {
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
  return { socket, closed };
}

const get = (path: string, ...headers: string[]) =>
  ['GET', path, 'HTTP/1.1\r\nHost: localhost\r\n'].join(' ') +
  [...headers, 'Connection: close'].map((line) => `${line}\r\n`).join('') +
  '\r\n';

it('answers over TLS, with Strict-Transport-Security', async () => {
  const received = await send(get('/healthz')).closed;
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toContain('Strict-Transport-Security: max-age=31536000\r\n');
});

it('includes it in errors', async () => {
  const received = await send('nonsense\r\n\r\n').closed;
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  expect(received).toContain('Strict-Transport-Security: max-age=31536000\r\n');
});

it('does not answer plain HTTP, and continues', async () => {
  const received = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connectPlain(gateway.port, '127.0.0.1', () => socket.write(get('/healthz')));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
  expect(received).not.toContain('HTTP/1.1 200');
  expect(await send(get('/healthz')).closed).toMatch(/^HTTP\/1\.1 200 /);
});

it('finishes requests in flight before it stops', async () => {
  await expect.poll(async () => send(get('/readyz')).closed).toMatch(/^HTTP\/1\.1 200 /);
  const { closed } = send(get('/v1/payments'));
  await expect.poll(() => answer).toBeDefined();
  const stopped = gateway.stop();
  // Longer than a stop waits for idle connections.
  setTimeout(() => answer?.(), 500);
  expect(await closed).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
});
