import { newId } from '@florin/contracts';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { useIdentity } from './start-identity.ts';
import { callerOf, isAlive, logIn, openAccount, refresh } from './steps.ts';

const { identity, database } = useIdentity();
const DAY_MS = 86_400_000;

async function begin() {
  const owner = await openAccount(identity());
  const login = await logIn(identity(), owner.email);
  return { ...owner, login, token: login.body.refresh_token as string };
}

const outcome = ({ status, body }: { status: number; body: { error?: string } }) =>
  [status, body.error].join(' ');

describe('POST /v1/auth/refresh', () => {
  it('200: returns new tokens for the same session', async () => {
    const { token, login } = await begin();
    const refreshed = await refresh(identity(), token);
    expect(refreshed.status).toBe(200);
    expect(refreshed.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 600,
    });
    expect(refreshed.body.refresh_token).not.toBe(token);
    expect(refreshed.headers.get('cache-control')).toBe('no-store');
    const { sid, sub } = decodeJwt(refreshed.body.access_token);
    expect([sid, sub]).toEqual([login.body.session_id, login.body.user.id]);
  });

  it('200: each access token differs from the previous one, also within one second', async () => {
    let { token, login } = await begin();
    const accessTokens = [login.body.access_token as string];
    for (let index = 0; index < 3; index++) {
      const { status, body } = await refresh(identity(), token);
      expect(status).toBe(200);
      accessTokens.push(body.access_token);
      token = body.refresh_token;
    }
    expect(new Set(accessTokens).size).toBe(accessTokens.length);
    const [first, last] = [accessTokens[0], accessTokens.at(-1)].map((each) =>
      decodeJwt(each ?? ''),
    );
    expect(last?.iat).toBe(first?.iat);
  });

  it('200: accepts the scheme in any case', async () => {
    const { token } = await begin();
    const answer = await identity().call('POST', '/v1/auth/refresh', {
      body: { refresh_token: token },
      headers: { Authorization: `bEARER ${token}` },
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['no body', undefined],
    ['no token', {}],
    ['not a string', { refresh_token: 1 }],
    ['another token than the header', { refresh_token: 'another' }],
  ])('400 invalid_request: %s', async (_title, body) => {
    const { token } = await begin();
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await identity().call('POST', '/v1/auth/refresh', { body, headers });
    expect(outcome(answer)).toBe('400 invalid_request');
    expect((await refresh(identity(), token)).status).toBe(200);
  });

  it.each([undefined, 'Basic abc', 'Bearer', 'Bearer a b', 'abc'])(
    '401: no bearer token in the header (%j)',
    async (header) => {
      const answer = await identity().call('POST', '/v1/auth/refresh', {
        body: { refresh_token: 'abc' },
        ...(header === undefined ? {} : { headers: { Authorization: header } }),
      });
      expect(outcome(answer)).toBe('401 unauthorized');
    },
  );

  it('400 invalid_grant: an unknown token and an access token', async () => {
    const { login } = await begin();
    expect(outcome(await refresh(identity(), 'unknown'))).toBe('400 invalid_grant');
    expect(outcome(await refresh(identity(), login.body.access_token))).toBe('400 invalid_grant');
  });

  it('400 invalid_grant: the token of an ended session', async () => {
    const { login, token } = await begin();
    await identity().call('DELETE', '/v1/auth/session', { caller: callerOf(login) });
    expect(outcome(await refresh(identity(), token))).toBe('400 invalid_grant');
  });

  it('400 invalid_grant: a token idle for 7 days', async () => {
    const { token } = await begin();
    identity().clock.advance(7 * DAY_MS - 1);
    const second = await refresh(identity(), token);
    expect(second.status).toBe(200);
    identity().clock.advance(7 * DAY_MS);
    expect(outcome(await refresh(identity(), second.body.refresh_token))).toBe('400 invalid_grant');
  });

  it('400 invalid_grant: a session after 30 days, regardless of its use', async () => {
    let { token } = await begin();
    for (let day = 0; day < 30; day += 6) {
      const refreshed = await refresh(identity(), token);
      expect(refreshed.status).toBe(200);
      token = refreshed.body.refresh_token;
      identity().clock.advance(6 * DAY_MS);
    }
    expect(outcome(await refresh(identity(), token))).toBe('400 invalid_grant');
  });

  it('400 invalid_grant: a used token within 2 s fails without ending the session', async () => {
    const { token, login } = await begin();
    const next = await refresh(identity(), token);
    identity().clock.advance(2_000);
    expect(outcome(await refresh(identity(), token))).toBe('400 invalid_grant');
    expect(await isAlive(identity(), login)).toBe(true);
    expect((await refresh(identity(), next.body.refresh_token)).status).toBe(200);
  });

  it('400 invalid_grant: a used token after 2 s ends the session', async () => {
    const { token, login } = await begin();
    const next = await refresh(identity(), token);
    identity().clock.advance(2_001);
    expect(outcome(await refresh(identity(), token))).toBe('400 invalid_grant');
    expect(await isAlive(identity(), login)).toBe(false);
    expect(outcome(await refresh(identity(), next.body.refresh_token))).toBe('400 invalid_grant');
    const { sessionId } = callerOf(login);
    const revocations = await database().query<{ kind: string }>(
      'select kind from revocations where subject = $1',
      [sessionId],
    );
    expect(revocations).toEqual([{ kind: 'session' }]);
  });

  it('400 invalid_grant: a token older than the predecessor ends the session at once', async () => {
    const { token, login } = await begin();
    const second = await refresh(identity(), token);
    await refresh(identity(), second.body.refresh_token);
    expect(outcome(await refresh(identity(), token))).toBe('400 invalid_grant');
    expect(await isAlive(identity(), login)).toBe(false);
  });

  it('returns new tokens to one of 50 concurrent calls, and the session stays open', async () => {
    const { token, login } = await begin();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(identity(), token)));
    const outcomes = answers.map(outcome).sort();
    expect(outcomes).toEqual(['200 ', ...Array<string>(49).fill('400 invalid_grant')]);
    expect(await isAlive(identity(), login)).toBe(true);
  });

  it('403: a suspended user, for any token', async () => {
    const { token, userId } = await begin();
    await refresh(identity(), token);
    identity().clock.advance(10_000);
    await database().query(`update users set status = 'suspended' where id = $1`, [userId]);
    expect(outcome(await refresh(identity(), token))).toBe('403 unauthorized');
  });

  it('403: a closed account', async () => {
    const { token, accountId } = await begin();
    await database().query(`update accounts set status = 'closed' where id = $1`, [accountId]);
    expect(outcome(await refresh(identity(), token))).toBe('403 unauthorized');
  });

  it('stores hashes only', async () => {
    const { token, login } = await begin();
    const rows = await database().query<{ hash: Buffer }>(
      'select hash from refresh_tokens where session_id = $1',
      [callerOf(login).sessionId],
    );
    expect(rows.map((row) => row.hash.length)).toEqual([32]);
    const events = await database().query<{ body: string }>('select body from outbox');
    expect(JSON.stringify([rows, events])).not.toContain(token);
  });

  it('refuses an unknown session', async () => {
    const ids = { sessionId: newId(), userId: newId() };
    const reply = await identity().client.checkSession(ids, { requestId: '', timeoutMs: 2_000 });
    expect(reply.alive).toBe(false);
  });
});
