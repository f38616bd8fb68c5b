import { AppError } from '@florin/contracts';
import { defineRoute } from '@florin/http-api';
import { eventually } from '@florin/testing';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** The last request, and a promise that delays its response. */
const seen = { count: 0, params: {}, body: {} as unknown, until: Promise.resolve() };

const aChange = {
  method: 'POST',
  summary: 'A change',
  token: 'none',
  params: z.object({ transaction_id: z.string() }),
  body: z.object({ amount: z.number().optional(), reason: z.string().optional() }),
  replies: { 201: z.object({}) },
  errors: ['invalid_request', 'conflict'],
  async handle({
    params,
    body,
  }: {
    readonly params: object;
    readonly body: { amount?: number | undefined };
  }) {
    Object.assign(seen, { count: seen.count + 1, params, body });
    await seen.until;
    if (body.amount === 0) throw new AppError('conflict', 'not so');
    return { status: 201, headers: { 'X-Known': 'yes' }, body: { name: 'Zürich' } };
  },
} as const;
const change = defineRoute({
  ...aChange,
  path: '/v1/transactions/{transaction_id}/capture',
  operationId: 'aChange',
});
const hastyChange = defineRoute({
  ...aChange,
  path: '/v1/transactions/{transaction_id}/cancel',
  operationId: 'aHastyChange',
  timeoutMs: 2_000,
});
const page = defineRoute({
  method: 'GET',
  path: '/pay/{token}',
  operationId: 'aPage',
  summary: 'A page',
  token: 'none',
  replies: {},
  errors: [],
  async handle() {
    return { status: 200, headers: { 'Content-Type': 'text/html' }, text: '<p>ä</p>' };
  },
});

async function start(ports?: Parameters<typeof startService>[3]): Promise<TestService> {
  const service = await startService('ledger', [change, hastyChange, page], [], ports);
  cleanups.push(() => service.stop());
  return service;
}

async function startAll() {
  Object.assign(seen, { count: 0, until: Promise.resolve() });
  const service = await start();
  const gateway = await startGateway([service]);
  cleanups.push(() => gateway.stop());
  await gateway.ready();
  await linked(gateway, 1);
  return { service, gateway };
}

/** Waits until this number of links is connected. */
function linked({ metricsPort }: TestGateway, count: number): Promise<void> {
  return eventually(async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(text).toContain(`florin_gateway_links{service="ledger"} ${count}`);
  });
}

const post = (gateway: TestGateway, path: string, body: object) =>
  gateway.call('POST', path, {
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });

it('a request over a link gets the same response as over HTTP', async () => {
  const { gateway } = await startAll();
  const answer = await post(gateway, '/v1/transactions/a%20b/capture', { reason: 'Ärger' });
  expect(answer).toMatchObject({ status: 201, body: { name: 'Zürich' } });
  expect(answer.headers.get('X-Known')).toBe('yes');
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(seen).toMatchObject({ params: { transaction_id: 'a b' }, body: { reason: 'Ärger' } });
  expect(await post(gateway, '/v1/transactions/a/capture', { amount: 0 })).toMatchObject({
    status: 409,
    body: { error: 'conflict', message: 'not so' },
  });
  expect(await post(gateway, '/v1/transactions/%ff/capture', {})).toMatchObject({ status: 404 });
  expect(await gateway.call('GET', '/pay/x')).toMatchObject({ status: 200, body: '<p>ä</p>' });
});

it('a slow request is 503 with unknown outcome, and never repeated', async () => {
  const { gateway } = await startAll();
  const timedOut = Promise.withResolvers<void>();
  seen.until = timedOut.promise;
  const answer = await post(gateway, '/v1/transactions/a/cancel', {});
  timedOut.resolve();
  expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  expect(answer.body.message).toContain('the outcome is unknown');
  expect(seen.count).toBe(1);
});

it('a stopping service finishes its requests, and is linked again once it is back', async () => {
  const { service, gateway } = await startAll();
  const stopping = Promise.withResolvers<void>();
  seen.until = stopping.promise;
  const answering = post(gateway, '/v1/transactions/a/capture', {});
  await expect.poll(() => seen.count).toBe(1);
  const stopped = service.stop();
  stopping.resolve();
  await stopped;
  expect((await answering).status).toBe(201);
  await linked(gateway, 0);
  const [url = ''] = service.addresses.http;
  const [grpc = ''] = service.addresses.grpc;
  await start({ httpPort: Number(new URL(url).port), grpcPort: Number(grpc.split(':')[1]) });
  // Uses HTTP until the link is connected.
  expect((await post(gateway, '/v1/transactions/a/capture', {})).status).toBe(201);
  await linked(gateway, 1);
});
