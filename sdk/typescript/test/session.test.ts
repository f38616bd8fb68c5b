import { afterEach, expect, it } from 'vitest';
import { Florin, type Session } from '../src/index.ts';
import { type Answer, type Seen, startServer } from './server.ts';

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.stop());

const tokens = (number: number) => ({
  body: { access_token: `access-${number}`, refresh_token: `refresh-${number}`, expires_in: 600 },
});
const refused = { status: 401, body: { error: 'unauthorized', message: 'log in' } };
const ended = { status: 400, body: { error: 'invalid_grant', message: 'log in' } };
const tokenOf = ({ headers }: Seen) => headers.authorization?.replace('Bearer ', '');
const refreshes = () => server.seen.filter(({ path }) => path === '/v1/auth/refresh');

async function start(answer: (seen: Seen, count: number) => Answer, session?: Session) {
  server = await startServer(answer);
  const kept: (Session | undefined)[] = [];
  const florin = new Florin({
    url: server.url,
    ...(session && { session }),
    onSession: (one) => kept.push(one),
    retry: { triesMax: 1 },
  });
  return { florin, kept };
}

const old: Session = { accessToken: 'access-0', refreshToken: 'refresh-0', expiresAt: 0 };
const fresh: Session = { ...old, expiresAt: Date.now() + 600_000 };

it('logs in and uses the tokens', async () => {
  const { florin, kept } = await start(({ path }) => (path === '/v1/auth/login' ? tokens(1) : {}));
  await florin.logIn('ada@example.com', 'secret');
  await florin.get('/v1/account');
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
    email: 'ada@example.com',
    password: 'secret',
  });
  expect(server.seen.map(tokenOf)).toEqual([undefined, 'access-1']);
  expect(kept).toMatchObject([{ accessToken: 'access-1', refreshToken: 'refresh-1' }]);
});

it('refreshes once for concurrent calls', async () => {
  const { florin, kept } = await start(
    ({ path }) => (path === '/v1/auth/refresh' ? tokens(1) : {}),
    old,
  );
  await Promise.all(Array.from({ length: 20 }, () => florin.get('/v1/account')));
  const [refresh, ...more] = refreshes();
  expect(more).toEqual([]);
  expect([refresh && tokenOf(refresh), refresh?.body]).toEqual([
    'refresh-0',
    '{"refresh_token":"refresh-0"}',
  ]);
  expect(server.seen.slice(1).map(tokenOf)).toEqual(Array(20).fill('access-1'));
  expect(kept).toHaveLength(1);
});

it('repeats a call under the same key if its token was revoked early', async () => {
  const { florin } = await start((seen) => {
    if (seen.path === '/v1/auth/refresh') return tokens(1);
    return tokenOf(seen) === 'access-0' ? refused : {};
  }, fresh);
  const body = { account_id: 'acc_1', amount: 1, currency: 'USD', type: 'credit' } as const;
  await Promise.all([1, 2, 3].map(() => florin.post('/v1/transactions', { body })));
  expect(refreshes()).toHaveLength(1);
  const keys = server.seen.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
  expect([keys.length, new Set(keys).size]).toEqual([6, 3]);
});

it('reports that a session has ended, and can log in again', async () => {
  const { florin } = await start(({ path }) => {
    if (path === '/v1/auth/refresh') return ended;
    return path === '/v1/auth/login' ? tokens(2) : {};
  }, old);
  await expect(florin.get('/v1/account')).rejects.toMatchObject({ code: 'invalid_grant' });
  await florin.logIn('ada@example.com', 'secret');
  await florin.get('/v1/account');
  expect(tokenOf(server.seen.at(-1) as Seen)).toBe('access-2');
});

it('reports the first refusal if no other token is available', async () => {
  const { florin } = await start(
    ({ path }) => (path === '/v1/auth/refresh' ? ended : refused),
    fresh,
  );
  await expect(florin.get('/v1/account')).rejects.toMatchObject({ code: 'unauthorized' });
});
