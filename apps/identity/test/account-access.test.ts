import { newId, parsePublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { useIdentity } from './start-identity.ts';
import { callerOf, context, isAlive, logIn, openAccount, refresh } from './steps.ts';

const { identity, database } = useIdentity();
const code = (expected: string) => expect.objectContaining({ code: expected });
const client = () => identity().client;
const setAccess = (accountId: string, access: string) =>
  client().setAccountAccess({ accountId, access }, context());
const close = (accountId: string) => client().closeAccount({ accountId }, context());
const revocationsOf = (subject: string) =>
  database().query('select kind from revocations where subject = $1', [subject]);

describe('SetAccountAccess', () => {
  it('lets the sessions of an account only read, and change things again', async () => {
    const { accountId, email } = await openAccount(identity());
    const caller = callerOf(await logIn(identity(), email));
    const principal = () => client().checkSession(caller, context());
    await setAccess(accountId, 'read_only');
    expect(await principal()).toMatchObject({ alive: true, readOnly: true });
    expect((await logIn(identity(), email)).status).toBe(200);
    await setAccess(accountId, 'open');
    expect(await principal()).toMatchObject({ alive: true, readOnly: false });
  });

  it('has principals looked up again, once for each change', async () => {
    const { accountId } = await openAccount(identity());
    await setAccess(accountId, 'open');
    expect(await revocationsOf(accountId)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => setAccess(accountId, 'read_only')));
    expect(await revocationsOf(accountId)).toEqual([{ kind: 'principal' }]);
  });

  it('refuses what it does not know', async () => {
    const { accountId } = await openAccount(identity());
    await expect(setAccess(newId(), 'open')).rejects.toEqual(code('not_found'));
    await expect(setAccess('acc_1', 'open')).rejects.toEqual(code('invalid_request'));
    await expect(setAccess(accountId, 'closed')).rejects.toEqual(code('invalid_request'));
    await close(accountId);
    await expect(setAccess(accountId, 'open')).rejects.toEqual(code('conflict'));
  });
});

describe('CloseAccount', () => {
  it('suspends the users, ends their sessions and takes no login any more', async () => {
    const { accountId, email, userId } = await openAccount(identity());
    const logins = [await logIn(identity(), email), await logIn(identity(), email)];
    await close(accountId);
    for (const login of logins) {
      expect(await isAlive(identity(), login)).toBe(false);
      expect((await refresh(identity(), login.body.refresh_token)).status).toBe(403);
    }
    expect((await logIn(identity(), email)).body.error).toBe('invalid_credentials');
    const events = await database().query<{ type: string; aggregate_id: string }>(
      `select type, aggregate_id from outbox
        where type in ('session.ended', 'user.updated') and body::json->>'account_id' = $1
        order by position`,
      [accountId],
    );
    expect(events).toEqual([
      { type: 'user.updated', aggregate_id: userId },
      ...logins
        .map(({ body }) => parsePublicId('session', body.session_id))
        .map((aggregate_id) => ({ type: 'session.ended', aggregate_id })),
    ]);
    expect(await revocationsOf(accountId)).toEqual([{ kind: 'account' }]);
  });

  it('leaves other accounts alone and keeps its email', async () => {
    const [closed, other] = [await openAccount(identity()), await openAccount(identity())];
    const login = await logIn(identity(), other.email);
    await close(closed.accountId);
    expect(await isAlive(identity(), login)).toBe(true);
    const again = openAccount(identity(), { email: closed.email });
    await expect(again).rejects.toEqual(code('email_exists'));
  });

  it('changes nothing when it is repeated, also at once', async () => {
    const { accountId, userId } = await openAccount(identity());
    await Promise.all(Array.from({ length: 6 }, () => close(accountId)));
    await close(accountId);
    const [user] = await database().query<{ version: string }>(
      'select version from users where id = $1',
      [userId],
    );
    expect(user?.version).toBe('2');
    expect(await revocationsOf(accountId)).toHaveLength(1);
  });

  it('leaves no session to a login at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { accountId, email } = await openAccount(identity());
      const [first, second] = await Promise.all([
        logIn(identity(), email),
        logIn(identity(), email),
        close(accountId),
      ]);
      for (const login of [first, second])
        if (login.status === 200) expect(await isAlive(identity(), login)).toBe(false);
    }
  });

  it('refuses what it does not know', async () => {
    await expect(close(newId())).rejects.toEqual(code('not_found'));
    await expect(close('nonsense')).rejects.toEqual(code('invalid_request'));
  });
});
