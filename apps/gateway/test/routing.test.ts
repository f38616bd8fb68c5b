import { newId } from '@florin/contracts';
import { defineRoute } from '@florin/http-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createIssuer, type Issuer } from './issuer.ts';
import { identityRpcs, startService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const accountId = newId();
let issuer: Issuer;
let services: TestService[];
let gateway: TestGateway;

const anything = { 200: z.unknown() };
const transactions = [
  defineRoute({
    method: 'GET',
    path: '/v1/transactions/{transaction_id}',
    operationId: 'showOne',
    summary: 'Show one',
    token: 'session_or_key',
    params: z.object({ transaction_id: z.string() }),
    query: z.object({ expand: z.string().optional() }),
    replies: anything,
    errors: ['unauthorized'],
    handle: async ({ params, query, caller, requestId }) => ({
      status: 200,
      headers: { 'X-Internal-Note': 'secret', 'X-Shown': 'yes' },
      body: { params, query, caller, requestId },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/transactions',
    operationId: 'create',
    summary: 'Create',
    token: 'optional',
    body: z.unknown(),
    takesIdempotencyKey: true,
    replies: { 201: z.unknown() },
    errors: [],
    handle: async ({ body, caller, idempotencyKey }) => ({
      status: 201,
      body: { body, caller, idempotencyKey },
    }),
  }),
];
const auth = [
  defineRoute({
    method: 'POST',
    path: '/v1/auth/login',
    operationId: 'logIn',
    summary: 'Log in',
    token: 'none',
    replies: anything,
    errors: [],
    handle: async ({ authorization, caller }) => ({ status: 200, body: { authorization, caller } }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/auth/refresh',
    operationId: 'refresh',
    summary: 'Refresh',
    token: 'refresh',
    replies: anything,
    errors: [],
    handle: async ({ authorization, caller }) => ({ status: 200, body: { authorization, caller } }),
  }),
];

beforeAll(async () => {
  issuer = await createIssuer();
  const session = { alive: true, accountId, role: 'owner', readOnly: false };
  services = [
    await startService('identity', auth, [identityRpcs(issuer, () => session)]),
    await startService('ledger', transactions),
  ];
  gateway = await startGateway(services);
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await Promise.all(services.map((service) => service.stop()));
});

async function bearer(): Promise<Record<string, string>> {
  return { Authorization: `bearer ${await issuer.mint()}` };
}

describe('a request with a valid token', () => {
  it('reaches its service with path, query and caller', async () => {
    const userId = newId();
    const sessionId = newId();
    const token = await issuer.mint({ userId, sessionId });
    const answer = await gateway.call('GET', '/v1/transactions/a%20b?expand=x%2Fy', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      params: { transaction_id: 'a b' },
      query: { expand: 'x/y' },
      caller: { userId, sessionId, accountId, role: 'owner', scopes: null, readOnly: false },
      requestId: answer.headers.get('Request-Id'),
    });
  });

  it('forwards its body and its Idempotency-Key', async () => {
    const answer = await gateway.call('POST', '/v1/transactions', {
      headers: { ...(await bearer()), 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      body: '{"amount": 1}',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { body: { amount: 1 }, idempotencyKey: 'k', caller: { accountId } },
    });
  });

  it('gets the headers of the edge and none of the internal ones', async () => {
    const { headers } = await gateway.call('GET', '/v1/transactions/1', {
      headers: { ...(await bearer()), 'Request-Id': 'req_mine' },
    });
    expect(headers.get('Request-Id')).toMatch(/^req_[0-9a-f]{32}$/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Shown')).toBe('yes');
    expect(headers.has('X-Internal-Note')).toBe(false);
    expect(headers.has('X-Powered-By')).toBe(false);
  });
});

describe('the kinds of token', () => {
  it('requires one where a session is needed', async () => {
    const answer = await gateway.call('GET', '/v1/transactions/1');
    expect(answer).toMatchObject({
      status: 401,
      body: {
        error: 'unauthorized',
        message: expect.stringMatching(/API key or access token.*POST \/v1\/api_keys/),
      },
    });
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it('allows anonymous requests where it is optional', async () => {
    const answer = await gateway.call('POST', '/v1/transactions');
    expect(answer).toMatchObject({ status: 201, body: { caller: { userId: null } } });
  });

  it('refuses an invalid one even where it is optional', async () => {
    const headers = { Authorization: 'Bearer nonsense' };
    expect((await gateway.call('POST', '/v1/transactions', { headers })).status).toBe(401);
  });

  it('ignores one on routes without tokens, and does not forward it', async () => {
    const headers = { Authorization: 'Bearer stale' };
    const answer = await gateway.call('POST', '/v1/auth/login', { headers });
    expect(answer).toMatchObject({ status: 200, body: { caller: { userId: null } } });
    expect(answer.body.authorization).toBeUndefined();
  });

  it('forwards a refresh token unseen', async () => {
    const headers = { Authorization: 'Bearer opaque-token_1' };
    const answer = await gateway.call('POST', '/v1/auth/refresh', { headers });
    expect(answer).toMatchObject({ status: 200, body: { authorization: 'Bearer opaque-token_1' } });
  });
});

describe('unknown paths and methods', () => {
  it.each([
    ['GET', '/v1/nothing'],
    ['GET', '/v1/transactions/'],
    ['GET', '/v1/transactions/1/'],
    ['GET', '/V1/transactions/1'],
    ['POST', '/v1/accounts'],
    ['DELETE', '/pay'],
  ])('%s %s is 404, even without a token', async (method, path) => {
    const answer = await gateway.call(method, path);
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(Object.keys(answer.body)).toEqual(['error', 'message']);
  });

  it.each(['DELETE', 'PUT', 'PATCH', 'OPTIONS'])('%s on a known path is 405', async (method) => {
    const answer = await gateway.call(method, '/v1/transactions/1');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, HEAD');
    expect(answer.body.error).toBe('invalid_request');
  });

  it.each(['/v1/transactions/1', '/v1/openapi.json', '/healthz', '/', '/v1/nothing'])(
    'HEAD %s equals GET without its body, including the length',
    async (path) => {
      const [got, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => gateway.call(method, path)),
      );
      const length = (answer: typeof got) => answer?.headers.get('content-length');
      expect([head?.status, length(head), head?.body]).toEqual([got?.status, length(got), '']);
      expect(Number(length(got))).toBeGreaterThan(2);
    },
  );

  it('405 for other methods on pages of the gateway', async () => {
    const answer = await gateway.call('POST', '/v1/openapi.json');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, HEAD');
  });
});

it('logs one line per request, without path, query or token', async () => {
  const token = await issuer.mint();
  const answer = await gateway.call('GET', '/v1/transactions/canary-path?canary=query', {
    headers: { Authorization: `Bearer ${token}` },
  });
  const requestId = answer.headers.get('Request-Id');
  await expect
    .poll(() => gateway.logged().filter((one) => one.request_id === requestId))
    .toHaveLength(1);
  const line = gateway.logged().find((one) => one.request_id === requestId);
  expect(line).toMatchObject({
    method: 'GET',
    route: '/v1/transactions/{transaction_id}',
    status: 400,
    duration_ms: expect.any(Number),
  });
  const all = JSON.stringify(gateway.logged());
  expect(all).not.toContain('canary');
  expect(all).not.toContain(token);
});
