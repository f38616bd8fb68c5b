import { expect, it } from 'vitest';
import { useIdentity } from './start-identity.ts';
import { context, logIn, openAccount, refresh, reservationOf } from './steps.ts';

const { identity, database } = useIdentity();
const CANARY = 'canary-9c51f0e2';

it('never logs, stores or returns a password or token, not even of a broken request', async () => {
  const { email } = await openAccount(identity(), { password: CANARY });
  const login = await logIn(identity(), email, CANARY);
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
  ];
  const failure = await identity()
    .client.reserveOwner({ ...(await reservationOf(identity())), passwordHash: CANARY }, context())
    .catch((error: Error) => error.message);
  const tables = ['users', 'owner_reservations', 'outbox', 'refresh_tokens'];
  const stored = await Promise.all(
    tables.map((table) => database().query(`select t::text from ${table} t`)),
  );

  const log = identity().logLines.join('');
  expect(log).toContain('answered');
  for (const secret of [CANARY, login.body.access_token, login.body.refresh_token, '$2b$']) {
    expect(log).not.toContain(secret);
    expect(JSON.stringify([answers.map(({ body }) => body), failure])).not.toContain(secret);
  }
  expect(JSON.stringify(stored)).not.toContain(CANARY);
});

it('answers every broken request with a failure of its caller, in JSON', async () => {
  const paths = ['/v1/auth/login', '/v1/auth/refresh', '/v1/auth/session', '/nowhere', '/%00'];
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
