import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { TlsKeys } from '../src/requests/certificate.ts';
import { generateTls } from './generate-tls.ts';
import { startGateway } from './start-gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'florin-certificate-'));
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
afterAll(() => rmSync(folder, { recursive: true }));

let first: TlsKeys;
let second: TlsKeys;
beforeAll(async () => {
  [first, second] = await Promise.all([generateTls(), generateTls()]);
});

const printOf = ({ cert }: TlsKeys) => new X509Certificate(cert).fingerprint256;

/** The fingerprint of the certificate on a new connection. */
async function served(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  try {
    await new Promise((resolve, reject) => {
      socket.once('secureConnect', resolve).once('error', reject);
    });
    return socket.getPeerCertificate().fingerprint256;
  } finally {
    socket.destroy();
  }
}

/** The status of a request by an agent, and its connection. */
function ask(
  port: number,
  agent: Agent,
): Promise<{ status: number | undefined; socket: TLSSocket }> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/healthz', agent, rejectUnauthorized: false };
    const asking = request(options, (response) => {
      const { statusCode: status, socket } = response;
      response.resume().once('end', () => resolve({ status, socket: socket as TLSSocket }));
    });
    asking.once('error', reject).end();
  });
}

it('serves a renewed certificate without a restart, and closes no connection', async () => {
  writeFileSync(files.cert, first.cert);
  writeFileSync(files.key, first.key);
  const gateway = await startGateway([], { config: { tls: { ...first, files } } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    await gateway.stop();
  });
  const { port } = gateway;
  const { socket } = await ask(port, agent);
  expect(await served(port)).toBe(printOf(first));

  // A new certificate whose key is not written yet.
  writeFileSync(files.cert, second.cert);
  await eventually(async () => {
    expect(gateway.logged().map(({ msg }) => msg)).toContain(
      'the new certificate and key do not match; still serving the previous one',
    );
  });
  expect(await served(port)).toBe(printOf(first));

  writeFileSync(files.key, second.key);
  await eventually(async () => expect(await served(port)).toBe(printOf(second)));
  const after = await ask(port, agent);
  expect(after).toMatchObject({ status: 200 });
  expect(after.socket).toBe(socket);
});

it('the metric counts down to the expiry of the served certificate', async () => {
  const gateway = await startGateway([], { config: { tls: first } });
  onTestFinished(gateway.stop);
  const scrape = await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`);
  const shown = /^florin_tls_certificate_left_seconds (\S+)$/m.exec(await scrape.text())?.[1];
  const leftSeconds = (Date.parse(new X509Certificate(first.cert).validTo) - Date.now()) / 1e3;
  expect(leftSeconds).toBeGreaterThan(3_600);
  expect(Math.abs(Number(shown) - leftSeconds)).toBeLessThan(60);
});
