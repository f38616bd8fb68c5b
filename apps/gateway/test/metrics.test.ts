import { newId } from '@florin/contracts';
import { defineRoute } from '@florin/http-api';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createIssuer } from './issuer.ts';
import { identityRpcs, startService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

let identityAnswers = true;
let services: TestService[];
let gateway: TestGateway;
let headers: Record<string, string>;

const route = defineRoute({
  method: 'GET',
  path: '/v1/transactions/{transaction_id}',
  operationId: 'showOne',
  summary: 'Show one',
  token: 'session_or_key',
  params: z.object({ transaction_id: z.string() }),
  replies: { 200: z.unknown() },
  errors: ['unauthorized'],
  handle: async () => ({ status: 200, body: {} }),
});

beforeAll(async () => {
  const issuer = await createIssuer();
  const session = { alive: true, accountId: newId(), role: 'owner', readOnly: false };
  const findSession = () => {
    if (!identityAnswers) throw new Error('the database is away');
    return session;
  };
  services = [
    await startService('identity', [], [identityRpcs(issuer, findSession)]),
    await startService('ledger', [route]),
  ];
  gateway = await startGateway(services);
  await gateway.ready();
  headers = { Authorization: `Bearer ${await issuer.mint()}` };
});
beforeEach(() => {
  identityAnswers = true;
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all(services.map((service) => service.stop()));
});

async function scrape(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=/);
  return response.text();
}

const requests = (labels: string) => `florin_http_request_duration_seconds_count{${labels}}`;

it('are not served on the port for clients', async () => {
  expect(await gateway.call('GET', '/metrics')).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  });
});

it('require their token, if one is set', async () => {
  const token = 'a-token-of-more-than-32-characters';
  const guarded = await startGateway(services, {
    config: { metrics: { host: '127.0.0.1', port: 0, token } },
  });
  onTestFinished(() => guarded.stop());
  const ask = (authorization: string) =>
    fetch(`http://127.0.0.1:${guarded.metricsPort}/metrics`, {
      headers: { Authorization: authorization },
    });
  expect((await ask('Bearer wrong')).status).toBe(401);
  expect((await ask(`Bearer ${token}`)).status).toBe(200);
});

it('count requests by the template of their route', async () => {
  await gateway.call('GET', '/v1/transactions/canary-1', { headers });
  await gateway.call('GET', '/v1/transactions/canary-2', { headers });
  await gateway.call('GET', '/v1/transactions/canary-3');
  // Counted once the response has been sent.
  await eventually(async () => {
    const text = await scrape();
    const template = 'method="GET",route="/v1/transactions/{transaction_id}"';
    expect(text).toContain(`${requests(`${template},status="200"`)} 2\n`);
    expect(text).toContain(`${requests(`${template},status="401"`)} 1\n`);
    expect(text).not.toContain('canary');
  });
});

it('have one series for all unknown paths', async () => {
  await gateway.call('GET', '/nowhere/1');
  await gateway.call('GET', '/nowhere/2');
  await gateway.call('PROPFIND', '/nowhere/3');
  await gateway.call('MKCOL', '/nowhere/4');
  await eventually(async () => {
    const text = await scrape();
    expect(text).toContain(`${requests('method="other",route="none",status="404"')} 2\n`);
    expect(text).not.toContain('nowhere');
  });
});

it('show the age of the lease and the number of cached revocations', async () => {
  const text = await scrape();
  expect(text).toMatch(/^florin_gateway_lease_age_seconds [\d.e-]+$/m);
  expect(text).toMatch(/^florin_gateway_revocations 0$/m);
});

it('measure the responses of identity', async () => {
  const count = async (outcome: string) => {
    const name = `florin_gateway_token_lookup_seconds_count{kind="session",outcome="${outcome}"}`;
    const line = (await scrape()).split('\n').find((one) => one.startsWith(name));
    return Number(line?.slice(name.length) ?? 0);
  };
  const before = { answered: await count('answered'), failed: await count('failed') };
  await gateway.call('GET', '/v1/transactions/1', { headers });
  identityAnswers = false;
  await gateway.call('GET', '/v1/transactions/1', { headers });
  expect(await count('answered')).toBe(before.answered + 1);
  expect(await count('failed')).toBe(before.failed + 1);
});
