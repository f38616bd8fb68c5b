import { createHash, randomBytes } from 'node:crypto';
import { newId, type TokenKind } from '@florin/contracts';
import { defineRoute } from '@florin/http-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiKeyReply } from '../src/tokens/authenticate.ts';
import { createIssuer } from './issuer.ts';
import { type CheckResult, identityRpcs, startService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const secret = `sk_live_${randomBytes(32).toString('base64url')}`;
const secretHash = createHash('sha256').update(secret).digest('base64url');
const good: CheckResult<ApiKeyReply> = {
  alive: true,
  accountId: newId(),
  scopes: ['transactions:read', 'balances:bake'],
  readOnly: false,
};
let key = good;
let isAway = false;
let asked: string[] = [];
let services: TestService[];
let gateway: TestGateway;

/** Responds with the caller. */
const route = (method: 'GET' | 'POST' | 'PATCH', path: string, token: TokenKind, more: object) =>
  defineRoute({
    method,
    path,
    operationId: 'echo',
    summary: 'Echo',
    token,
    replies: { 200: z.object({}) },
    errors: ['unauthorized'],
    handle: async ({ caller }) => ({ status: 200, body: { caller } }),
    ...more,
  });

beforeAll(async () => {
  const rpcs = identityRpcs(
    await createIssuer(),
    () => {
      throw new Error('a key has no session');
    },
    (hash) => {
      asked.push(hash);
      if (isAway) throw new Error('the database is away');
      return key;
    },
  );
  const routes = [
    route('GET', '/v1/transactions', 'session_or_key', { scope: 'transactions:read' }),
    route('POST', '/v1/transactions', 'session_or_key', { scope: 'transactions:write' }),
    route('GET', '/v1/payments', 'session_or_key', {
      scope: 'payments:read',
      errors: ['unauthorized', 'forbidden'],
    }),
    route('PATCH', '/v1/payments', 'session', { errors: ['unauthorized', 'forbidden'] }),
    route('GET', '/v1/transactions/session', 'session', {}),
    route('POST', '/v1/payments', 'optional', {}),
  ];
  services = [await startService('identity', [], [rpcs]), await startService('ledger', routes)];
  gateway = await startGateway(services);
  await gateway.ready();
});

beforeEach(() => {
  key = good;
  isAway = false;
  asked = [];
});

afterAll(async () => {
  await gateway?.stop();
  await Promise.all(services.map((service) => service.stop()));
});

function send(method: string, path: string, token = secret) {
  return gateway.call(method, path, { headers: { Authorization: `Bearer ${token}` } });
}
const outcome = async (method: string, path: string, token = secret) => {
  const { status, body } = await send(method, path, token);
  return [status, body.error];
};

describe('an API key', () => {
  it('acts for its account, with the scopes that the gateway knows', async () => {
    const answer = await send('GET', '/v1/transactions');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        caller: {
          userId: null,
          sessionId: null,
          accountId: good.accountId,
          role: null,
          scopes: ['transactions:read'],
          readOnly: false,
        },
      },
    ]);
    expect(asked).toEqual([secretHash]);
  });

  it('gets 403 from the service without the scope', async () => {
    expect(await outcome('POST', '/v1/transactions')).toEqual([401, 'unauthorized']);
    expect(await outcome('GET', '/v1/payments')).toEqual([403, 'forbidden']);
    expect(await outcome('GET', '/v1/transactions/session')).toEqual([401, 'unauthorized']);
    expect(await outcome('PATCH', '/v1/payments')).toEqual([403, 'forbidden']);
    expect(await outcome('POST', '/v1/payments')).toEqual([401, 'unauthorized']);
    const { body } = await send('GET', '/v1/payments');
    expect(body.message).toContain('payments:read');
  });

  it('is read-only if its account is suspended', async () => {
    key = { ...good, scopes: ['transactions:read', 'transactions:write'], readOnly: true };
    expect(await outcome('GET', '/v1/transactions')).toEqual([200, undefined]);
    expect(await outcome('POST', '/v1/transactions')).toEqual([403, 'forbidden']);
  });

  it('is refused on every route from the next request after its revocation', async () => {
    expect((await send('GET', '/v1/transactions')).status).toBe(200);
    key = { alive: false, accountId: '', scopes: [], readOnly: false };
    for (const [method, path] of [
      ['GET', '/v1/transactions'],
      ['GET', '/v1/transactions/session'],
      ['POST', '/v1/payments'],
    ] as const) {
      const answer = await send(method, path);
      expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(answer.body.message).toContain('POST /v1/api_keys');
    }
  });

  it('that cannot be looked up gets 503', async () => {
    isAway = true;
    expect(await outcome('GET', '/v1/transactions')).toEqual([503, 'unavailable']);
  });

  it.each([
    'sk_',
    'sk_live_',
    `${secret}A`,
    secret.slice(0, -1),
    secret.replace('live', 'prod'),
    `${secret.slice(0, -1)}.`,
    `sk_live_${'A'.repeat(4_000)}`,
  ])('with a wrong format is refused without a lookup (%s)', async (token) => {
    expect(await outcome('GET', '/v1/transactions', token)).toEqual([401, 'unauthorized']);
    expect(asked).toEqual([]);
  });

  it('never appears in the log', async () => {
    await send('GET', '/v1/transactions');
    isAway = true;
    await send('GET', '/v1/transactions');
    const all = JSON.stringify(gateway.logged());
    for (const part of [secret.slice(12), secretHash]) expect(all).not.toContain(part);
  });
});

it('without a token, each kind of route says what to send', async () => {
  const either = await gateway.call('GET', '/v1/transactions');
  expect(either.body.message).toMatch(/API key or access token.*POST \/v1\/api_keys/);
  const session = await gateway.call('GET', '/v1/transactions/session');
  expect(session.body.message).not.toContain('key');
  expect(session.body.message).toContain('POST /v1/auth/login');
});
