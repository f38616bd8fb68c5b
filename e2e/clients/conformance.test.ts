import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Seen, startServer } from '../../sdk/typescript/test/server.ts';
import { baseUrl } from '../api.ts';
import { newOwner } from '../contract/people.ts';
import { Driver } from './drive.ts';
import { languages, reportMissing } from './languages.ts';
import { startLosing } from './lose-answers.ts';
import { refused as refusedWebhooks, taken as takenWebhooks } from './webhook-cases.ts';

const busy = { status: 503, body: { error: 'unavailable', message: 'busy' } };
const until = (seconds: string) => ({ ...busy, headers: { 'Retry-After': seconds } });
const refused = { status: 401, body: { error: 'unauthorized', message: 'log in' } };
const ended = { status: 400, body: { error: 'invalid_grant', message: 'log in' } };
const tokens = {
  body: { access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 600 },
};
const old = { access_token: 'access-0', refresh_token: 'refresh-0', expires_at_ms: 0 };
const fresh = () => ({ ...old, expires_at_ms: Date.now() + 600_000 });
const CREDIT = { account_id: 'acc_1', amount: 1, currency: 'USD', type: 'credit' };
const TRANSACTION = {
  ...CREDIT,
  id: 'txn_1',
  object: 'transaction',
  livemode: false,
  status: 'succeeded',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
};

reportMissing();

/** A compiler without a cache takes minutes on a busy machine. */
const COMPILED_MS_MAX = 300_000;

describe.each(languages)('the client for $name', ({ missing, makeDriver }) => {
  describe.skipIf(missing !== undefined)('behaves like the others:', () => {
    let client: Driver;
    let owner: Awaited<ReturnType<typeof newOwner>>;
    let apiKey: string;
    beforeAll(async () => {
      owner = await newOwner();
      client = new Driver(makeDriver());
      await client.do('open', { url: baseUrl() });
      await client.do('log_in', { email: owner.email, password: owner.password });
      apiKey = (await client.do('create_api_key', { name: 'conformance' })).secret;
    }, COMPILED_MS_MAX);
    afterAll(() => client?.stop());

    const withKey = (more: object = {}) =>
      client.do('open', { url: baseUrl(), api_key: apiKey, ...more });
    const credit = (more: object = {}) =>
      client.do('create_transaction', { ...CREDIT, account_id: owner.accountId, ...more });

    /** Calls a scripted server with the client. */
    async function meet(
      answer: (seen: Seen, count: number) => Answer,
      act: (seen: readonly Seen[]) => Promise<void>,
      options: object = { api_key: 'sk_test' },
    ): Promise<void> {
      const server = await startServer(answer);
      try {
        await client.do('open', { url: server.url, pause_ms: 1, ...options });
        await act(server.seen);
      } finally {
        await server.stop();
      }
    }
    const keysOf = (seen: readonly Seen[]) => seen.map(({ headers }) => headers['idempotency-key']);
    const tokenOf = ({ headers }: Seen) => headers.authorization?.replace('Bearer ', '');
    const ofPath = (seen: readonly Seen[], wanted: string) =>
      seen.filter(({ path }) => path === wanted);

    describe('with a Florin', () => {
      it('calls with an API key that it has created', async () => {
        expect(apiKey).toMatch(/^sk_test_/);
        await withKey();
        expect(await client.do('get_account')).toMatchObject({ id: owner.accountId });
      });

      it('returns the code of a refusal', async () => {
        await withKey();
        const payment = { ...CREDIT, account_id: owner.accountId, type: 'payment' };
        expect(await client.fail('create_transaction', payment)).toMatchObject({
          kind: 'refused',
          status: 402,
          code: 'insufficient_funds',
          message: expect.stringContaining('balance is 0'),
          request_id: expect.stringMatching(/./),
        });
        const nothing = await client.fail('get_transaction', { id: 'txn_none' });
        expect(nothing).toMatchObject({ status: 404, code: 'not_found' });
      });

      it('preserves texts of every script and the largest amounts', async () => {
        await withKey();
        const texts = { reference: 'Rechnung № 7 – 請求書 🧾', metadata: { größe: 'ßæç "\\ 🍏' } };
        const made = await credit({ amount: 999_999_999_999, ...texts });
        expect(made).toMatchObject({ amount: 999_999_999_999, status: 'succeeded', ...texts });
        const read = await client.do('get_transaction', { id: made.id });
        expect(read).toMatchObject({ id: made.id, amount: 999_999_999_999, ...texts });
      });

      it('reads a list across pages, and no further than requested', async () => {
        await withKey();
        const reference = 'a list & more';
        const ids: string[] = [];
        for (let amount = 1; amount <= 8; amount += 1)
          ids.unshift((await credit({ amount, reference })).id);
        const list = (more: object) => client.do('list_transactions', { reference, ...more });
        expect(await list({ limit: 3 })).toEqual(ids);
        expect(await list({ limit: 3, most: 4 })).toEqual(ids.slice(0, 4));
        expect(await list({ limit: 3, order: 'asc' })).toEqual(ids.toReversed());
        expect(await list({ limit: 3, status: 'canceled' })).toEqual([]);
      });

      it('runs a call once after a lost answer, or a repeat by the caller', async () => {
        const losing = await startLosing(baseUrl());
        try {
          await withKey({ url: losing.url, pause_ms: 1 });
          const { id } = await credit({ reference: 'lost' });
          expect(losing.keys).toHaveLength(2);
          expect(losing.keys[1]).toBe(losing.keys[0]);
          expect(await client.do('list_transactions', { reference: 'lost' })).toEqual([id]);
        } finally {
          await losing.stop();
        }
        await withKey();
        const again = () => credit({ reference: 'again', idempotency_key: 'order-7' });
        expect((await again()).id).toBe((await again()).id);
      });

      it('distinguishes removing a value from leaving it unchanged', async () => {
        await withKey();
        const { id } = await client.do('create_customer', {
          email: 'grace@example.com',
          name: 'Grace',
          company: 'Navy',
        });
        const changed = await client.do('update_customer', { id, company: null });
        expect(changed).toMatchObject({ name: 'Grace', company: null });
      });

      it('refreshes a session once for many calls, and reports its end', async () => {
        await client.do('open', { url: baseUrl() });
        const { email, password } = owner;
        const session = await client.do('log_in', { email, password });
        const spent = { ...session, expires_at_ms: Date.now() };
        await client.do('open', { url: baseUrl(), session: spent });
        const ids = await client.do('get_account_often', { count: 8 });
        expect(ids).toEqual(Array(8).fill(owner.accountId));
        expect(await client.do('sessions_told')).toBe(1);
        await client.do('open', { url: baseUrl(), session: spent });
        expect(await client.fail('get_account')).toMatchObject({ code: 'invalid_grant' });
      });
    });

    describe('with a misbehaving server', () => {
      it('identifies itself, and puts each parameter in its place', async () => {
        await meet(
          ({ method }) =>
            method === 'POST' ? { body: TRANSACTION } : { body: { data: [], has_more: false } },
          async (seen) => {
            await client.do('create_transaction', CREDIT);
            await client.do('list_transactions', { reference: 'a&b=ü', limit: 2 });
            const [made, listed] = seen;
            expect(JSON.parse(made?.body ?? '')).toEqual(CREDIT);
            expect(made?.headers).toMatchObject({
              authorization: 'Bearer sk_test',
              'content-type': 'application/json',
              'idempotency-key': expect.stringMatching(/^[\w-]{20,}$/),
            });
            const { searchParams } = new URL(listed?.path ?? '', 'http://florin');
            expect(Object.fromEntries(searchParams)).toEqual({ reference: 'a&b=ü', limit: '2' });
          },
        );
      });

      it('escapes ids in paths, and sends no request without an id', async () => {
        await meet(
          () => ({ body: TRANSACTION }),
          async (seen) => {
            await client.do('get_transaction', { id: 'a/b c?d' });
            for (const id of ['', '.', '..']) await client.fail('get_transaction', { id });
            expect(seen.map(({ path }) => path)).toEqual(['/v1/transactions/a%2Fb%20c%3Fd']);
          },
        );
      });

      it.each<[string, Answer]>([
        ['a cut connection', { cut: true }],
        ['a 429', { status: 429, headers: { 'Retry-After': '0' } }],
        ['a 503', busy],
        ['a 502 of a proxy in between', { status: 502, body: '<html>' }],
        ['a first call that still runs', { status: 409, headers: { 'Retry-After': '0' } }],
      ])('retries under the same key after %s', async (_what, trouble) => {
        await meet(
          (_seen, count) => (count < 3 ? trouble : { body: TRANSACTION }),
          async (seen) => {
            expect(await client.do('create_transaction', CREDIT)).toMatchObject({ id: 'txn_1' });
            await client.do('create_transaction', { ...CREDIT, idempotency_key: 'mine' });
            const keys = keysOf(seen);
            expect([keys.length, new Set(keys.slice(0, 3)).size]).toEqual([4, 1]);
            expect(keys[3]).toBe('mine');
            expect(keys[0]).not.toBe('mine');
          },
        );
      });

      it.each([400, 401, 403, 404, 409, 422])('treats a %d as an answer', async (status) => {
        await meet(
          () => ({
            status,
            body: { error: 'conflict', message: 'no' },
            headers: { 'Request-Id': 'r' },
          }),
          async (seen) => {
            const error = await client.fail('create_transaction', CREDIT);
            const said = { kind: 'refused', status, code: 'conflict', message: 'no' };
            expect(error).toMatchObject({ ...said, request_id: 'r', retry_after_ms: null });
            expect(seen).toHaveLength(1);
          },
        );
      });

      it('gives up after four tries, or the configured number', async () => {
        await meet(
          () => busy,
          async (seen) => {
            expect(await client.fail('get_account')).toMatchObject({ code: 'unavailable' });
            expect(seen).toHaveLength(4);
          },
        );
        await meet(
          () => busy,
          async (seen) => {
            await client.fail('get_account');
            expect(seen).toHaveLength(2);
          },
          { api_key: 'k', tries_max: 2 },
        );
      });

      it('waits for Retry-After, but not for minutes', async () => {
        await meet(
          (_seen, count) => (count === 1 ? until('1') : until('120')),
          async (seen) => {
            const startedAt = performance.now();
            const error = await client.fail('get_account');
            expect(error).toMatchObject({ status: 503, retry_after_ms: 120_000 });
            expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
            expect(seen).toHaveLength(2);
          },
        );
      });

      it('reads a Retry-After that is a date', async () => {
        const date = new Date(Date.now() + 100_000).toUTCString();
        await meet(
          () => until(date),
          async (seen) => {
            const { retry_after_ms: afterMs } = await client.fail('get_account');
            expect(afterMs).toBeGreaterThan(90_000);
            expect(afterMs).toBeLessThanOrEqual(100_000);
            expect(seen).toHaveLength(1);
          },
        );
      });

      it('does not retry a request without a key', async () => {
        const login = { email: 'ada@example.com', password: 'x' };
        await meet(
          () => ({ cut: true }),
          async (seen) => {
            expect(await client.fail('log_in', login)).toMatchObject({ kind: 'unanswered' });
            await client.fail('create_customer', { email: 'ada@example.com' });
            expect(keysOf(seen)).toEqual([undefined, undefined]);
          },
          {},
        );
      });

      it.each<[string, Answer]>([
        ['no answer', { hang: true }],
        ['an answer comes byte by byte', { dripMs: 20 }],
      ])('limits the time of a try when %s', async (_what, answer) => {
        await meet(
          () => answer,
          async (seen) => {
            const startedAt = performance.now();
            const error = await client.fail('get_account');
            expect(error).toMatchObject({ kind: 'unanswered' });
            expect(error.message).toContain('no answer within');
            expect(performance.now() - startedAt).toBeLessThan(30_000);
            expect(seen).toHaveLength(2);
          },
          { api_key: 'k', timeout_ms: 1_000, tries_max: 2 },
        );
      });

      it('accepts unknown members and values, and the largest numbers', async () => {
        const amount = Number.MAX_SAFE_INTEGER;
        const newer = { ...TRANSACTION, amount, status: 'thawing', aura: { hue: [1] } };
        await meet(
          () => ({ body: newer }),
          async () => {
            const read = await client.do('get_transaction', { id: 'txn_1' });
            expect(read).toMatchObject({ id: 'txn_1', amount, status: 'thawing' });
          },
        );
      });

      it('refreshes once for any number of calls', async () => {
        await meet(
          ({ path }) => (path === '/v1/auth/refresh' ? tokens : { body: { id: 'acc_1' } }),
          async (seen) => {
            await client.do('get_account_often', { count: 20 });
            const [refresh, ...more] = ofPath(seen, '/v1/auth/refresh');
            expect(more).toEqual([]);
            expect(refresh && tokenOf(refresh)).toBe('refresh-0');
            expect(JSON.parse(refresh?.body ?? '')).toEqual({ refresh_token: 'refresh-0' });
            const calls = ofPath(seen, '/v1/account').map(tokenOf);
            expect(calls).toEqual(Array(20).fill('access-1'));
            expect(await client.do('sessions_told')).toBe(1);
          },
          { session: old },
        );
      });

      it('asks once when the session of many calls has ended', async () => {
        await meet(
          () => ended,
          async (seen) => {
            const error = await client.fail('get_account_often', { count: 20 });
            expect(error).toMatchObject({ code: 'invalid_grant' });
            expect(ofPath(seen, '/v1/auth/refresh')).toHaveLength(1);
            expect(seen).toHaveLength(1);
          },
          { session: old },
        );
      });

      it('tries once more, under the same key, if a token was refused early', async () => {
        await meet(
          (seen) => {
            if (seen.path === '/v1/auth/refresh') return tokens;
            return tokenOf(seen) === 'access-0' ? refused : { body: TRANSACTION };
          },
          async (seen) => {
            await client.do('create_transaction', CREDIT);
            const [first, second] = keysOf(ofPath(seen, '/v1/transactions'));
            expect(second).toBe(first);
            expect(seen).toHaveLength(3);
          },
          { session: fresh() },
        );
      });

      it('returns the first refusal if it can get no other token', async () => {
        await meet(
          ({ path }) => (path === '/v1/auth/refresh' ? ended : refused),
          async () => {
            expect(await client.fail('get_account')).toMatchObject({ code: 'unauthorized' });
          },
          { session: fresh() },
        );
      });
    });

    describe('with a webhook', () => {
      it.each(takenWebhooks)('takes %s', async (_what, make) => {
        const event = await client.do('verify_webhook', make());
        expect(event).toMatchObject({ id: 'evt_1', type: 'payment.succeeded' });
      });

      it.each(refusedWebhooks)('refuses %s', async (_what, make) => {
        expect(await client.fail('verify_webhook', make())).toMatchObject({ kind: 'webhook' });
      });
    });
  });
});
