import { newId, parsePublicId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { useIdentity } from './start-identity.ts';
import { callerOf, isAlive, logIn, openAccount } from './steps.ts';

const { identity, database } = useIdentity();

const end = (caller: object, body?: unknown, headers?: Record<string, string>) =>
  identity().call('DELETE', '/v1/auth/session', { caller, body, ...(headers ? { headers } : {}) });

describe('DELETE /v1/auth/session', () => {
  it.each([
    ['without a body', undefined],
    ['with an empty body', {}],
  ])('200: ends the current session %s', async (_title, body) => {
    const { email } = await openAccount(identity());
    const login = await logIn(identity(), email);
    const ended = await end(callerOf(login), body);
    expect([ended.status, ended.body]).toEqual([200, { message: expect.any(String) }]);
    expect(await isAlive(identity(), login)).toBe(false);
  });

  it('200: accepts an empty body with a content type', async () => {
    const { email } = await openAccount(identity());
    const login = await logIn(identity(), email);
    const headers = { 'Content-Type': 'application/json' };
    expect((await end(callerOf(login), undefined, headers)).status).toBe(200);
  });

  it('200: ends another session of the same user, and only that', async () => {
    const { email } = await openAccount(identity());
    const [mine, other] = [await logIn(identity(), email), await logIn(identity(), email)];
    const ended = await end(callerOf(mine), { session_id: other.body.session_id });
    expect(ended.status).toBe(200);
    expect(ended.body.session_id).toBe(other.body.session_id);
    expect(await isAlive(identity(), mine)).toBe(true);
    expect(await isAlive(identity(), other)).toBe(false);
  });

  it('200: a suspended account may still log out', async () => {
    const { email } = await openAccount(identity());
    const login = await logIn(identity(), email);
    expect((await end({ ...callerOf(login), readOnly: true })).status).toBe(200);
  });

  it('increments the revision and revokes the session', async () => {
    const { email } = await openAccount(identity());
    const login = await logIn(identity(), email);
    const readRevision = async () => {
      const rows = await database().query<{ revision: string }>('select revision from revision');
      return Number(rows[0]?.revision);
    };
    const before = await readRevision();
    await end(callerOf(login));
    expect(await readRevision()).toBe(before + 1);
    const [revocation] = await database().query('select * from revocations where revision = $1', [
      before + 1,
    ]);
    const subject = parsePublicId('session', login.body.session_id);
    expect(revocation).toMatchObject({ kind: 'session', subject });
  });

  it('ends a session once for concurrent calls', async () => {
    const { email } = await openAccount(identity());
    const caller = callerOf(await logIn(identity(), email));
    const answers = await Promise.all(Array.from({ length: 8 }, () => end(caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
  });

  it.each([
    'usr_01jjjjjjjjjjjjjjjjjjjjjjjj',
    'ses_',
    'nonsense',
    '',
    '\0',
    toPublicId('session', newId()),
  ])('404: an unknown session id (%j)', async (session_id) => {
    const { email } = await openAccount(identity());
    const login = await logIn(identity(), email);
    const { status, body } = await end(callerOf(login), { session_id });
    expect([status, body.error]).toEqual([404, 'invalid_session']);
    expect(await isAlive(identity(), login)).toBe(true);
  });

  it('404: a session that has ended', async () => {
    const { email } = await openAccount(identity());
    const login = await logIn(identity(), email);
    await end(callerOf(login));
    expect((await end(callerOf(login))).body.error).toBe('invalid_session');
  });

  it('404: a session of another user, which stays open', async () => {
    const [mine, other] = [await openAccount(identity()), await openAccount(identity())];
    const [myLogin, otherLogin] = [
      await logIn(identity(), mine.email),
      await logIn(identity(), other.email),
    ];
    const { status, body } = await end(callerOf(myLogin), {
      session_id: otherLogin.body.session_id,
    });
    expect([status, body.error]).toEqual([404, 'invalid_session']);
    expect(await isAlive(identity(), otherLogin)).toBe(true);
  });

  it('400: a session_id that is not a string', async () => {
    const { email } = await openAccount(identity());
    const caller = callerOf(await logIn(identity(), email));
    expect((await end(caller, { session_id: 1 })).body.error).toBe('invalid_request');
    expect((await end(caller, [])).body.error).toBe('invalid_request');
  });

  it('401: no token, or an API key', async () => {
    expect((await end({})).body.error).toBe('unauthorized');
    const key = { accountId: newId(), scopes: ['account:write'] };
    expect((await end(key)).body.error).toBe('unauthorized');
  });
});
