import { inspect } from 'node:util';
import { errorStatuses } from '@florin/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { errorCodes } from '../src/errors.ts';
import {
  ConnectionError,
  Florin,
  FlorinError,
  type FlorinOptions,
  UnreadableAnswerError,
} from '../src/index.ts';
import { type Answer, type Seen, startServer } from './server.ts';

const CREDIT = { account_id: 'acc_1', amount: 1, currency: 'USD', type: 'credit' } as const;
const busy = { status: 503, body: { error: 'unavailable', message: 'busy' } };

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.stop());

async function start(
  answer: (seen: Seen, count: number) => Answer,
  options: Partial<FlorinOptions> = { apiKey: 'sk_test' },
): Promise<Florin> {
  server = await startServer(answer);
  return new Florin({ url: server.url, retry: { pauseMs: 1 }, ...options });
}
const keys = () => server.seen.map(({ headers }) => headers['idempotency-key']);
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call', () => {
  it('fills path, query and body, and authenticates', async () => {
    const florin = await start(() => ({ body: { id: 'txn_1' } }));
    await florin.get('/v1/accounts/{account_id}', { path: { account_id: 'a/b c' } });
    await florin.get('/v1/transactions', { query: { reference: 'a&b', limit: 2 } });
    expect(await florin.post('/v1/transactions', { body: CREDIT })).toEqual({ id: 'txn_1' });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/accounts/a%2Fb%20c',
      'GET /v1/transactions?reference=a%26b&limit=2',
      'POST /v1/transactions',
    ]);
    expect(JSON.parse(server.seen[2]?.body ?? '')).toEqual(CREDIT);
    expect(server.seen[2]?.headers).toMatchObject({
      authorization: 'Bearer sk_test',
      'content-type': 'application/json',
    });
  });

  it('is not sent if a path parameter is missing', async () => {
    const florin = await start(() => ({}));
    const path = { account_id: '' };
    await expect(florin.get('/v1/accounts/{account_id}', { path })).rejects.toThrow('account_id');
    expect(server.seen).toEqual([]);
  });

  it('fails with the code, the message and the request id', async () => {
    const florin = await start(() => ({
      status: 402,
      headers: { 'Request-Id': 'req_1' },
      body: { error: 'insufficient_funds', message: 'record a credit first' },
    }));
    const error = await failure(florin.post('/v1/transactions', { body: CREDIT }));
    expect(error).toBeInstanceOf(FlorinError);
    expect(error).toMatchObject({
      code: 'insufficient_funds',
      message: 'record a credit first',
      status: 402,
      requestId: 'req_1',
    });
    expect(server.seen).toHaveLength(1);
  });

  it('prints code, status and request id with its error', async () => {
    const florin = await start(() => ({
      status: 402,
      headers: { 'Request-Id': 'req_1' },
      body: { error: 'insufficient_funds', message: 'record a credit first' },
    }));
    const error = await failure(florin.get('/v1/account'));
    expect(String(error)).toBe(
      'FlorinError: record a credit first (insufficient_funds 402, req_1)',
    );
    for (const part of ['record a credit first', "'insufficient_funds'", '402', "'req_1'"])
      expect(inspect(error)).toContain(part);
  });

  it('reads a file as bytes', async () => {
    const bytes = Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0xff, 0x00);
    const florin = await start(() => ({ headers: { 'Content-Type': 'application/pdf' }, bytes }));
    const path = { invoice_id: 'inv_1' };
    const pdf = await florin.get('/v1/invoices/{invoice_id}/pdf', { path });
    expect(pdf).toEqual(bytes);
    expect(server.seen[0]?.headers.accept).toBe('*/*');
    expect(await florin.get('/v1/audit_log/export')).toBeInstanceOf(Uint8Array);
  });

  it('that succeeded with an unreadable body reports the body', async () => {
    const bytes = Buffer.from(`<html>${'x'.repeat(5_000)}`);
    const headers = { 'Request-Id': 'req_2' };
    const florin = await start(() => ({ status: 201, headers, bytes }));
    const error = await failure(florin.post('/v1/transactions', { body: CREDIT }));
    expect(error).toBeInstanceOf(UnreadableAnswerError);
    expect(error).toMatchObject({ status: 201, requestId: 'req_2' });
    expect(error).toHaveProperty('text', bytes.toString().slice(0, 2_000));
    expect(String(error)).toContain('HTTP 201, req_2');
    expect(server.seen).toHaveLength(1);
  });

  it("that a proxy refuses includes the proxy's page", async () => {
    const florin = await start(() => ({ status: 403, bytes: Buffer.from('<h1>blocked</h1>') }));
    const error = await failure(florin.get('/v1/account'));
    expect(error).toMatchObject({ status: 403, text: '<h1>blocked</h1>', requestId: undefined });
  });

  it('has every error code of Florin', () => {
    expect([...errorCodes]).toEqual(Object.keys(errorStatuses));
  });
});

describe('a repetition', () => {
  it('has one key for all attempts, and another one per call', async () => {
    const florin = await start((_seen, count) => (count % 2 === 1 ? busy : {}));
    await florin.post('/v1/transactions', { body: CREDIT });
    await florin.post('/v1/transactions', { body: CREDIT, idempotencyKey: 'mine' });
    const [first, second, ...mine] = keys();
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(second).toBe(first);
    expect(mine).toEqual(['mine', 'mine']);
  });

  it.each<[string, Answer]>([
    ['a cut connection', { cut: true }],
    ['a 429', { status: 429, headers: { 'Retry-After': '0' } }],
    ['a 502 of a proxy', { status: 502, body: '<html>' }],
    ['a first call that still runs', { status: 409, headers: { 'Retry-After': '0' } }],
  ])('follows %s', async (_what, trouble) => {
    const florin = await start((_seen, count) => (count < 3 ? trouble : { body: { id: 'x' } }));
    expect(await florin.post('/v1/transactions', { body: CREDIT })).toEqual({ id: 'x' });
    expect([keys().length, new Set(keys()).size]).toEqual([3, 1]);
  });

  it.each([400, 401, 404, 409, 422])('does not follow a %d', async (status) => {
    const florin = await start(() => ({ status, body: { error: 'conflict', message: '' } }));
    await failure(florin.get('/v1/account'));
    expect(server.seen).toHaveLength(1);
  });

  it('ends after four attempts, or the configured number', async () => {
    const florin = await start(() => busy);
    expect(await failure(florin.get('/v1/account'))).toMatchObject({ code: 'unavailable' });
    expect(server.seen).toHaveLength(4);
    const once = new Florin({ url: server.url, apiKey: 'k', retry: { triesMax: 1 } });
    await failure(once.get('/v1/account'));
    expect(server.seen).toHaveLength(5);
  });

  it('waits as requested, but not for minutes', async () => {
    const until = (seconds: string) => ({ ...busy, headers: { 'Retry-After': seconds } });
    const florin = await start((_seen, count) => (count === 1 ? until('1') : until('120')));
    const startedAt = performance.now();
    expect(await failure(florin.get('/v1/account'))).toMatchObject({ retryAfterMs: 120_000 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(server.seen).toHaveLength(2);
  });

  it('does not happen without a key, since the server could not detect a duplicate', async () => {
    const florin = await start(() => ({ cut: true }), {});
    const body = { email: 'a@example.com', name: 'A', type: 'business', password: 'x' } as const;
    const error = await failure(florin.post('/v1/accounts', { body }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(keys()).toEqual([undefined]);
  });
});

describe('waiting', () => {
  it('ends with the timeout of an attempt', async () => {
    const retry = { triesMax: 2, pauseMs: 1 };
    const florin = await start(() => ({ hang: true }), { apiKey: 'k', timeoutMs: 100, retry });
    const error = await failure(florin.get('/v1/account'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toContain('no answer within 100 ms');
  });

  it.each([
    ['a try', { hang: true }],
    ['a pause', { ...busy, headers: { 'Retry-After': '20' } }],
  ])('ends when its caller aborts it, during %s', async (_what, answer) => {
    const controller = new AbortController();
    const florin = await start(() => {
      setTimeout(() => controller.abort(new Error('enough')), 50);
      return answer;
    });
    const { signal } = controller;
    expect(String(await failure(florin.get('/v1/account', { signal })))).toBe('Error: enough');
    await expect(florin.get('/v1/account', { signal })).rejects.toThrow('enough');
    expect(server.seen).toHaveLength(1);
  });
});

describe('a list', () => {
  const first = '/v1/transactions?status=pending';
  const pages: Readonly<Record<string, object>> = {
    [first]: { data: [{ id: 'txn_3' }, { id: 'txn_2' }], has_more: true },
    [`${first}&starting_after=txn_2`]: { data: [{ id: 'txn_1' }], has_more: false },
  };

  it('is read to its end, and no further than consumed', async () => {
    const florin = await start(({ path }) => ({ body: pages[path] }));
    const list = () => florin.list('/v1/transactions', { query: { status: 'pending' } });
    const ids: string[] = [];
    for await (const { id } of list()) ids.push(id);
    expect(ids).toEqual(['txn_3', 'txn_2', 'txn_1']);
    for await (const { id } of list()) if (id === 'txn_2') break;
    expect(server.seen).toHaveLength(3);
  });

  it('may be empty', async () => {
    const florin = await start(() => ({ body: { data: [], has_more: false } }));
    expect(await florin.list('/v1/events').next()).toEqual({ done: true, value: undefined });
  });
});
