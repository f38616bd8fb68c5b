import { randomBytes } from 'node:crypto';
import { AppError, newId } from '@florin/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIssuer, type Issuer } from './issuer.ts';
import { rawCall } from './raw-call.ts';
import { makeRecorder } from './recorder.ts';
import { identityRpcs, startPlainService, startService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const session = { alive: true, accountId: newId(), role: 'owner', readOnly: false };
const recorder = makeRecorder();
/** Lookups of keys and sessions at identity. */
let asked = 0;
let findsSession = true;
let isAlive = true;
let issuer: Issuer;
let services: TestService[];
const gateways: TestGateway[] = [];

beforeAll(async () => {
  issuer = await createIssuer();
  const routes = [
    { template: '/v1/transactions', token: 'session' },
    { template: '/v1/payments', token: 'none' },
    { method: 'POST', template: '/v1/payments', token: 'none' },
    { template: '/pay/{token}', token: 'none' },
  ];
  services = [
    await startService('identity', [], [identityRpcs(issuer, findSession, findKey)]),
    await startPlainService('ledger', routes, recorder.listener),
  ];
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await Promise.all(services.map((service) => service.stop()));
});

function findSession() {
  asked += 1;
  if (findsSession) return { ...session, alive: isAlive };
  throw new AppError('unavailable', 'the database is away');
}

function findKey() {
  asked += 1;
  return { alive: false, accountId: '', scopes: [], readOnly: false };
}

/** A gateway that allows three requests, and none for a day after that. */
async function startLimited(limitsRates = true): Promise<TestGateway> {
  const limits = { allowance: { perSecond: 1 / 86_400, burst: 3 } };
  const gateway = await startGateway(services, { limits, config: { limitsRates } });
  gateways.push(gateway);
  await gateway.ready();
  return gateway;
}

async function statuses(count: number, call: () => Promise<{ status: number }>) {
  const seen: number[] = [];
  for (let made = 0; made < count; made += 1) seen.push((await call()).status);
  return seen;
}

const withToken = async () => ({ headers: { Authorization: `Bearer ${await issuer.mint()}` } });

it('429 rate_limited: one request too many with one token; another token is unaffected', async () => {
  const gateway = await startLimited();
  const before = recorder.requests.length;
  const init = await withToken();
  const call = () => gateway.call('GET', '/v1/transactions', init);
  const first = await call();
  expect(first.headers.get('RateLimit-Policy')).toBe('"token";q=3;w=259200');
  expect(first.headers.get('RateLimit')).toBe('"token";r=2;t=86400');
  expect(await statuses(2, call)).toEqual([200, 200]);

  const refused = await call();
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({ error: 'rate_limited', message: expect.stringMatching(/wait/) });
  expect(refused.headers.get('Retry-After')).toMatch(/^86[34]\d\d$/);
  expect(refused.headers.get('RateLimit')).toMatch(/^"token";r=0;t=\d+$/);
  expect(recorder.requests.length - before).toBe(3);

  expect((await gateway.call('GET', '/v1/transactions', await withToken())).status).toBe(200);
  expect((await gateway.call('GET', '/v1/payments')).status).toBe(200);
});

it('429: requests without a token, or with invalid ones, are counted by address', async () => {
  const gateway = await startLimited();
  const bad = { headers: { Authorization: 'Bearer nonsense' } };
  const stale = () => gateway.call('GET', '/v1/payments', bad);
  expect((await stale()).headers.get('RateLimit-Policy')).toMatch(/^"address";/);
  expect(await statuses(3, () => gateway.call('GET', '/v1/transactions', bad))).toEqual([
    401, 401, 429,
  ]);
  expect((await gateway.call('GET', '/v1/openapi.json')).status).toBe(429);
  const page = await gateway.call('GET', '/pay/link');
  expect(page.status).toBe(429);
  expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(page.headers.get('Retry-After')).toMatch(/^\d+$/);
});

it('health probes are exempt', async () => {
  const gateway = await startLimited();
  const asked = await statuses(10, () => gateway.call('GET', '/readyz'));
  expect(new Set(asked)).toEqual(new Set([200]));
});

it('counts nothing when limits are off', async () => {
  const gateway = await startLimited(false);
  const init = await withToken();
  const asked = await statuses(5, () => gateway.call('GET', '/v1/transactions', init));
  expect(new Set(asked)).toEqual(new Set([200]));
  const { headers } = await gateway.call('GET', '/v1/payments');
  expect(headers.has('RateLimit')).toBe(false);
});

describe('an address', () => {
  it('can cause at most as many lookups of unknown keys as its limit', async () => {
    const gateway = await startLimited();
    asked = 0;
    const seen = await statuses(8, () => {
      const key = `sk_live_${randomBytes(32).toString('base64url')}`;
      return gateway.call('GET', '/v1/transactions', {
        headers: { Authorization: `Bearer ${key}` },
      });
    });
    expect(seen).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
    expect(asked).toBe(3);
  });

  it('is not limited by requests with valid tokens, however many share it', async () => {
    const gateway = await startLimited();
    const seen = await statuses(8, async () =>
      gateway.call('GET', '/v1/transactions', await withToken()),
    );
    expect(new Set(seen)).toEqual(new Set([200]));
    expect(await statuses(4, () => gateway.call('GET', '/v1/payments'))).toEqual([
      200, 200, 200, 429,
    ]);
  });

  it('does not limit a known token, whatever else it sends', async () => {
    const gateway = await startLimited();
    const init = await withToken();
    expect((await gateway.call('GET', '/v1/transactions', init)).status).toBe(200);
    await statuses(4, () => gateway.call('GET', '/v1/payments'));
    expect((await gateway.call('GET', '/v1/transactions', init)).status).toBe(200);
    expect((await gateway.call('GET', '/v1/transactions', await withToken())).status).toBe(429);
  });

  it('is charged for a token that is no longer valid', async () => {
    const gateway = await startLimited();
    const init = await withToken();
    const call = () => gateway.call('GET', '/v1/transactions', init);
    expect((await call()).headers.get('RateLimit')).toContain('"token"');
    isAlive = false;
    const [late, next] = [await call(), await call()];
    isAlive = true;
    expect([late.status, next.status]).toEqual([401, 401]);
    expect(late.headers.get('RateLimit')).toContain('"token"');
    expect(next.headers.get('RateLimit')).toContain('"address"');
  });

  it('is charged for tokens that cannot be looked up, since identity may be overloaded', async () => {
    const gateway = await startLimited();
    findsSession = false;
    const seen = await statuses(5, async () =>
      gateway.call('GET', '/v1/transactions', await withToken()),
    );
    findsSession = true;
    expect(seen).toEqual([503, 503, 503, 429, 429]);
  });

  it('is charged before 100 Continue', async () => {
    const gateway = await startLimited();
    await statuses(3, () => gateway.call('GET', '/v1/payments'));
    const head = 'POST /v1/payments HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n';
    const answer = await rawCall(gateway.port, `${head}Expect: 100-continue\r\n\r\n`);
    expect(answer).toMatchObject({ status: 429, answers: 1 });
    expect(answer.text).toMatch(/^retry-after: \d+/im);
  });
});
