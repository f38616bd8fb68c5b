import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@florin/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createIssuer } from './issuer.ts';
import { makeRecorder } from './recorder.ts';
import { identityRpcs, startPlainService, startService, type TestService } from './services.ts';
import { startGateway } from './start-gateway.ts';

const cleanups: (() => Promise<unknown>)[] = [];
const recorder = makeRecorder();
const alive = { alive: true, accountId: newId(), role: 'owner', readOnly: false };
const error = { type: 'object', description: 'the failure' };

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function stopLater<Stoppable extends { stop(): Promise<unknown> }>(one: Stoppable): Stoppable {
  cleanups.push(() => one.stop());
  return one;
}

async function startLedger(template = '/v1/transactions') {
  const openapi = {
    paths: { [template]: { get: { operationId: 'listTransactions' } } },
    components: { schemas: { Error: error } },
  };
  // Short, so that requests fail early while the service is down.
  const first = { template, timeoutMs: 2_000 };
  const routes = [first, { template: '/v1/users' }, { template, method: 'PUT' }];
  return stopLater(await startPlainService('ledger', routes, recorder.listener, openapi));
}

async function startAccounts(): Promise<TestService> {
  const template = '/v1/accounts';
  const openapi = {
    paths: { [template]: { get: { operationId: 'listAccounts' } } },
    components: { schemas: { Error: error } },
  };
  return stopLater(await startPlainService('accounts', [{ template }], recorder.listener, openapi));
}

describe('descriptions of services', () => {
  it("are refused outside the service's own part, with one error in the log", async () => {
    const ledger = await startLedger();
    const gateway = stopLater(await startGateway([ledger]));
    await gateway.ready();
    expect((await gateway.call('GET', '/v1/transactions')).status).toBe(200);
    expect((await gateway.call('GET', '/v1/users')).status).toBe(404);
    await expect.poll(ledger.descriptions).toBeGreaterThan(3);
    const refusals = gateway.logged().filter(({ refusal }) => refusal !== undefined);
    expect(refusals).toMatchObject([
      { level: 50, service: 'ledger', refusal: expect.stringContaining('GET /v1/users') },
      { level: 50, service: 'ledger', refusal: expect.stringContaining('PUT') },
    ]);
  });

  it('are refused when another service answers at the address', async () => {
    const ledger = await startLedger();
    const gateway = stopLater(await startGateway([{ ...ledger, name: 'billing' }]));
    await expect.poll(() => JSON.stringify(gateway.logged())).toContain('identifies as ledger');
    expect((await gateway.call('GET', '/readyz')).status).toBe(503);
  });

  it('stay in force while services are down', async () => {
    const ledger = await startLedger();
    const gateway = stopLater(await startGateway([ledger, await startAccounts()]));
    await gateway.ready();
    await ledger.stop();
    await expect
      .poll(async () => (await gateway.call('GET', '/status')).body.services)
      .toContainEqual({ name: 'ledger', version: '1', answers: false, routes: 1 });
    expect((await gateway.call('GET', '/v1/transactions')).status).toBe(503);
    expect((await gateway.call('POST', '/v1/transactions')).status).toBe(405);
    expect((await gateway.call('GET', '/v1/accounts')).status).toBe(200);
    expect((await gateway.call('GET', '/readyz')).status).toBe(200);
  });

  it('form one OpenAPI document', async () => {
    const services = [await startLedger(), await startAccounts()];
    const gateway = stopLater(await startGateway(services));
    await gateway.ready();
    const answer = await gateway.call('GET', '/v1/openapi.json');
    expect(answer.headers.get('Content-Type')).toContain('application/json');
    expect(answer.body).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Florin' },
      servers: [{ url: 'https://florin.example' }],
      components: { schemas: { Error: error } },
    });
    expect(Object.keys(answer.body.paths)).toEqual(['/v1/accounts', '/v1/transactions']);
  });

  it('are awaited by requests during the startup of the gateway', async () => {
    const later = pause(300);
    const routes = [{ template: '/v1/transactions' }];
    const ledger = await startPlainService('ledger', routes, recorder.listener, {}, later);
    const gateway = stopLater(await startGateway([stopLater(ledger)]));
    expect((await gateway.call('GET', '/v1/transactions')).status).toBe(200);
    expect((await gateway.call('GET', '/v1/accounts')).status).toBe(404);
  });

  it('are awaited: until then their routes return 503 and others work', async () => {
    const ledger = await startLedger();
    const away = { grpc: ['127.0.0.1:1'], http: ['http://127.0.0.1:1'] };
    const gateway = stopLater(
      await startGateway([ledger, { ...ledger, name: 'billing', addresses: away }]),
    );
    await expect.poll(async () => (await gateway.call('GET', '/v1/transactions')).status).toBe(200);
    expect(await gateway.call('GET', '/v1/plans')).toMatchObject({
      status: 503,
      body: { error: 'unavailable' },
    });
    expect((await gateway.call('GET', '/v1/users')).status).toBe(404);
  });
});

describe('readiness', () => {
  it('requires every service and the keys, and is lost without identity', async () => {
    const issuer = await createIssuer();
    const ledger = await startLedger();
    const first = await startService('identity', [], [identityRpcs(issuer, () => alive)]);
    const { addresses } = first;
    await first.stop();
    const ports = {
      httpPort: Number(new URL(addresses.http[0] ?? '').port),
      grpcPort: Number(addresses.grpc[0]?.split(':')[1]),
    };
    const gateway = stopLater(await startGateway([ledger, { ...first, addresses }]));
    const status = async () => (await gateway.call('GET', '/readyz')).status;

    await expect.poll(async () => (await gateway.call('GET', '/v1/transactions')).status).toBe(200);
    const waiting = await gateway.call('GET', '/readyz');
    expect(waiting).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(waiting.body.message).toBe('waiting for identity, signing keys, a lease of identity');
    expect((await gateway.call('GET', '/healthz')).status).toBe(200);

    const rpcs = [identityRpcs(issuer, () => alive)];
    const second = await startService('identity', [], rpcs, ports);
    await expect.poll(status).toBe(200);
    await second.stop();
    await expect.poll(status).toBe(503);
    const third = stopLater(await startService('identity', [], rpcs, ports));
    await expect.poll(status).toBe(200);
    expect(third.name).toBe('identity');
  });

  it('does not require tokens without identity; routes with tokens stay closed', async () => {
    const routes = [{ template: '/v1/transactions', token: 'session' }];
    const ledger = stopLater(await startPlainService('ledger', routes, recorder.listener));
    const gateway = stopLater(await startGateway([ledger]));
    await gateway.ready();
    const headers = { Authorization: `Bearer ${await (await createIssuer()).mint()}` };
    expect((await gateway.call('GET', '/v1/transactions', { headers })).status).toBe(503);
    expect((await gateway.call('GET', '/v1/transactions')).status).toBe(401);
  });
});
