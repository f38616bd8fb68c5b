import { createServer, type RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@florin/local-servers';
import { listen } from '@florin/service';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeRecorder } from './recorder.ts';
import { startPlainService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const routes = [
  { method: 'GET', template: '/v1/transactions', timeoutMs: 20_000 },
  { method: 'POST', template: '/v1/transactions', timeoutMs: 20_000 },
];
/**
 * A short timeout for services that do not answer; long enough for requests to arrive under load.
 */
const hastyRoutes = routes.map((route) => ({ ...route, timeoutMs: 1_500 }));
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A gateway in front of one service, whose HTTP addresses may differ from its own. */
async function start(listener: RequestListener, http?: readonly string[], announced = routes) {
  const service = await startPlainService('ledger', announced, listener);
  cleanups.push(() => service.stop());
  const addresses = { ...service.addresses, ...(http ? { http } : {}) };
  const gateway = await startGateway([{ ...service, addresses }]);
  cleanups.push(() => gateway.stop());
  await gateway.ready();
  return { service, gateway };
}

async function expectUnavailable(gateway: TestGateway, method: string, message: string) {
  const answer = await gateway.call(method, '/v1/transactions');
  expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  expect(answer.body.message).toContain(message);
  expect(Object.keys(answer.body)).toEqual(['error', 'message']);
  expect(answer.headers.get('Retry-After')).toBe('1');
}

describe('a service that', () => {
  it('cannot be reached is 503, and nothing was done', async () => {
    const unused = [`http://127.0.0.1:${await freePort()}`];
    const { gateway } = await start(() => {}, unused, hastyRoutes);
    await expectUnavailable(gateway, 'POST', 'nothing was done');
  });

  it('recovers within the timeout is awaited', async () => {
    const port = await freePort();
    const { gateway } = await start(() => {}, [`http://127.0.0.1:${port}`]);
    const answering = gateway.call('POST', '/v1/transactions', { body: '{}' });
    await pause(400);
    const recorder = makeRecorder();
    const late = createServer(recorder.listener);
    await listen(late, port, '127.0.0.1');
    cleanups.push(async () => late.close());
    expect((await answering).status).toBe(200);
    expect(recorder.requests).toMatchObject([{ body: '{}' }]);
  });

  it('does not answer in time is 503 with unknown outcome', async () => {
    const { gateway } = await start(() => {}, undefined, hastyRoutes);
    await expectUnavailable(gateway, 'POST', 'same Idempotency-Key');
    await expectUnavailable(gateway, 'GET', 'retry');
  });

  it('stops in the middle of its response is 503', async () => {
    const listener: RequestListener = (_request, response) => {
      response.writeHead(200, { 'Content-Length': 10 });
      response.write('half');
    };
    const { gateway } = await start(listener, undefined, hastyRoutes);
    await expectUnavailable(gateway, 'POST', 'unknown');
  });

  it('hangs up is 503, and the request is not repeated', async () => {
    let requests = 0;
    const { gateway } = await start((request) => {
      requests += 1;
      request.socket.destroy();
    });
    await expectUnavailable(gateway, 'POST', 'unknown');
    expect(requests).toBe(1);
  });

  it('sends an endless response is 503', async () => {
    const { gateway } = await start((_request, response) => {
      const chunk = Buffer.alloc(1_000_000);
      const writing = setInterval(() => response.write(chunk), 5);
      response.on('close', () => clearInterval(writing));
    });
    await expectUnavailable(gateway, 'POST', 'unknown');
  });

  it('responds with headers of 64 KB is 503', async () => {
    const { gateway } = await start((_request, response) => {
      response.setHeader('X-Long', 'a'.repeat(65_536)).end('{}');
    });
    await expectUnavailable(gateway, 'POST', 'unknown');
  });

  it.each([429, 503])('responds with %d is passed on with Retry-After', async (status) => {
    const { gateway } = await start((_request, response) => response.writeHead(status).end('{}'));
    const answer = await gateway.call('POST', '/v1/transactions');
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Retry-After')).toBe('1');
  });

  it('responds with invalid HTTP is 503', async () => {
    const { gateway } = await start((request) => {
      request.socket.end('nonsense\r\n\r\n');
    });
    await expectUnavailable(gateway, 'GET', 'retry');
  });

  it('responds with an error is passed on unchanged', async () => {
    const { gateway } = await start((_request, response) => {
      response.writeHead(402, { 'Content-Type': 'application/json', 'X-Powered-By': 'x' });
      response.end('{"error":"insufficient_funds","message":"m"}');
    });
    const answer = await gateway.call('POST', '/v1/transactions');
    expect(answer).toMatchObject({ status: 402, body: { error: 'insufficient_funds' } });
    expect(answer.headers.has('X-Powered-By')).toBe(false);
  });

  it('is suspended does not delay the others', async () => {
    const recorder = makeRecorder();
    const other = await startPlainService(
      'accounts',
      [{ template: '/v1/accounts' }],
      recorder.listener,
    );
    cleanups.push(() => other.stop());
    const hanging = await startPlainService('ledger', hastyRoutes, () => {});
    cleanups.push(() => hanging.stop());
    const gateway = await startGateway([other, hanging]);
    cleanups.push(() => gateway.stop());
    await gateway.ready();
    const waiting = Array.from({ length: 100 }, () => gateway.call('GET', '/v1/transactions'));
    let answered = 0;
    for (const answer of waiting) void answer.then(() => (answered += 1));
    expect((await gateway.call('GET', '/v1/accounts')).status).toBe(200);
    expect(answered).toBeLessThan(waiting.length);
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(503);
  });
});

it('uses another replica when one is down', async () => {
  const recorder = makeRecorder();
  const there = createServer(recorder.listener);
  await listen(there, 0, '127.0.0.1');
  cleanups.push(async () => there.close());
  const { port } = there.address() as AddressInfo;
  const urls = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${port}`];
  const { gateway } = await start(() => {}, urls);
  for (let count = 0; count < 6; count += 1)
    expect((await gateway.call('POST', '/v1/transactions')).status).toBe(200);
  expect(recorder.requests).toHaveLength(6);
});

it('reuses its connections to a service', async () => {
  const ports = new Set<number | undefined>();
  const { gateway } = await start((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('{}');
  });
  for (let count = 0; count < 5; count += 1) await gateway.call('GET', '/v1/transactions');
  expect(ports.size).toBe(1);
});

it('finishes requests in flight when it stops, and accepts no new ones', async () => {
  const arrived = Promise.withResolvers<void>();
  const { gateway } = await start((_request, response) => {
    arrived.resolve();
    setTimeout(() => response.end('{}'), 100);
  });
  const answering = gateway.call('GET', '/v1/transactions');
  await arrived.promise;
  const forced = vi.spyOn(Server.prototype, 'closeAllConnections');
  const stopping = gateway.stop();
  const answer = await answering;
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Connection')).toBe('close');
  await stopping;
  // Only the metrics server closes its connections by force.
  expect(forced).toHaveBeenCalledTimes(1);
  forced.mockRestore();
  await expect(gateway.call('GET', '/healthz')).rejects.toThrow();
});
