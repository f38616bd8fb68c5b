import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { createKey } from './keys.ts';
import { createUser, newOwner, newUser } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { context, logIn, openAccount, refresh, reservationOf } from './steps.ts';

const { identity, database } = useIdentity();
const CANARY = 'canary-9c51f0e2';

it('never logs, stores or returns a password or token, even for an invalid request', async () => {
  const { email } = await openAccount(identity(), { password: CANARY });
  const login = await logIn(identity(), email, CANARY);
  const owner = await newOwner(identity());
  const taker = await newUser(identity());
  await identity().call('PATCH', `/v1/users/${taker.id}`, {
    caller: taker.caller,
    body: { username: 'taken' },
  });
  const patchSelf = (body: object) =>
    identity().call('PATCH', `/v1/users/${owner.id}`, {
      caller: owner.caller,
      body,
      idempotencyKey: `key-${newId()}`,
    });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    identity().call('POST', path, { body, headers });
  const answers = [
    await logIn(identity(), email, `${CANARY}-wrong`),
    await logIn(identity(), CANARY, CANARY),
    await post('/v1/auth/login', { email: [CANARY], password: { CANARY } }),
    await post('/v1/auth/login', CANARY, { 'Content-Type': 'text/plain' }),
    await post('/v1/auth/login', CANARY.repeat(10_000)),
    await post(`/v1/auth/nowhere?password=${CANARY}`, { password: CANARY }),
    await refresh(identity(), CANARY),
    await createUser(identity(), owner.caller, { name: 'x', password: CANARY }, 'key-1'),
    await createUser(identity(), owner.caller, { email, password: CANARY }, 'key-2'),
    await createUser(identity(), owner.caller, { email: CANARY, password: `${CANARY}\0` }),
    await patchSelf({ password: `${CANARY}-next` }),
    await patchSelf({ password: CANARY, username: 'taken' }),
    await patchSelf({ password: CANARY, role: 'admin' }),
    await patchSelf({ password: [CANARY], status: CANARY }),
  ];
  const key = await createKey(identity(), owner.caller, { name: 'x' }, 'key-3');
  const path = `/v1/api_keys/${key.body.id}/rotate`;
  const rotated = await identity().call('POST', path, {
    caller: owner.caller,
    idempotencyKey: 'key-4',
  });
  const hidden = [key, rotated].map(({ body }) => body.secret.slice(body.prefix.length));
  const failure = await identity()
    .client.reserveOwner({ ...(await reservationOf(identity())), passwordHash: CANARY }, context())
    .catch((error: Error) => error.message);
  const tables = [
    'users',
    'owner_reservations',
    'outbox',
    'refresh_tokens',
    'idempotency_keys',
    'api_keys',
    'api_key_secrets',
  ];
  const stored = await Promise.all(
    tables.map((table) => database().query(`select t::text from ${table} t`)),
  );

  const log = identity().logLines.join('');
  expect(log).toContain('answered');
  const tokens = [login.body.access_token, login.body.refresh_token, ...hidden];
  for (const secret of [CANARY, '$2b$', ...tokens]) {
    expect(log).not.toContain(secret);
    expect(JSON.stringify([answers.map(({ body }) => body), failure])).not.toContain(secret);
  }
  for (const secret of [CANARY, ...tokens]) expect(JSON.stringify(stored)).not.toContain(secret);
  const publicly = await database().query(
    `select body from outbox union all select body from idempotency_keys`,
  );
  expect(JSON.stringify(publicly)).not.toContain('$2b$');
});

it('answers every invalid request with a client error, in JSON', async () => {
  const paths = [
    '/v1/auth/login',
    '/v1/auth/refresh',
    '/v1/auth/session',
    '/v1/users',
    '/v1/users/%00',
    '/v1/users/usr_',
    '/v1/api_keys',
    '/v1/api_keys/x/rotate',
    '/nowhere',
    '/%00',
  ];
  const bodies = [undefined, null, 0, '', [], { email: {} }, { session_id: [] }, 'x'.repeat(1e6)];
  for (const method of ['GET', 'POST', 'DELETE', 'PATCH'])
    for (const path of paths)
      for (const body of method === 'GET' ? [undefined] : bodies) {
        const answer = await identity().call(method, path, { body });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(Object.keys(answer.body)).toEqual(['error', 'message']);
      }
});
