import { newId, parsePublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { makeJoining } from './joining.ts';
import { createUser, newAdmin, newCoOwner, newOwner, newUser } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { callerOf, context, isAlive, logIn, openAccount, refresh } from './steps.ts';

const doors = useIdentity();
const { identity, database } = doors;
const joining = makeJoining(doors);
const code = (expected: string) => expect.objectContaining({ code: expected });
const client = () => identity().client;
const setAccess = (accountId: string, access: string) =>
  client().setAccountAccess({ accountId, access }, context());
const close = (accountId: string) => client().closeAccount({ accountId }, context());
const revocationsOf = (subject: string) =>
  database().query('select kind from revocations where subject = $1', [subject]);

describe('SetAccountAccess', () => {
  it('makes the sessions of an account read-only, and lifts that again', async () => {
    const { accountId, email } = await openAccount(identity());
    const caller = callerOf(await logIn(identity(), email));
    const principal = () => client().checkSession(caller, context());
    await setAccess(accountId, 'read_only');
    expect(await principal()).toMatchObject({ alive: true, readOnly: true });
    expect((await logIn(identity(), email)).status).toBe(200);
    await setAccess(accountId, 'open');
    expect(await principal()).toMatchObject({ alive: true, readOnly: false });
  });

  it('makes gateways re-read principals, once for each change', async () => {
    const { accountId } = await openAccount(identity());
    await setAccess(accountId, 'open');
    expect(await revocationsOf(accountId)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => setAccess(accountId, 'read_only')));
    expect(await revocationsOf(accountId)).toEqual([{ kind: 'principal' }]);
  });

  it('refuses invalid requests', async () => {
    const { accountId } = await openAccount(identity());
    await expect(setAccess(newId(), 'open')).rejects.toEqual(code('not_found'));
    await expect(setAccess('acc_1', 'open')).rejects.toEqual(code('invalid_request'));
    await expect(setAccess(accountId, 'closed')).rejects.toEqual(code('invalid_request'));
    await close(accountId);
    await expect(setAccess(accountId, 'open')).rejects.toEqual(code('conflict'));
  });
});

describe('CloseAccount', () => {
  it('deletes the users, ends their sessions and prevents logins', async () => {
    const { accountId, email, userId } = await openAccount(identity());
    const logins = [await logIn(identity(), email), await logIn(identity(), email)];
    await close(accountId);
    for (const login of logins) {
      expect(await isAlive(identity(), login)).toBe(false);
      expect((await refresh(identity(), login.body.refresh_token)).body.error).toBe(
        'invalid_grant',
      );
    }
    expect((await logIn(identity(), email)).body.error).toBe('invalid_credentials');
    const events = await database().query<{ type: string; aggregate_id: string }>(
      `select type, aggregate_id from outbox
        where type in ('session.ended', 'user.updated', 'user.deleted') and body::json->>'account_id' = $1
        order by position`,
      [accountId],
    );
    expect(events).toEqual([
      { type: 'user.updated', aggregate_id: userId },
      ...logins
        .map(({ body }) => parsePublicId('session', body.session_id))
        .map((aggregate_id) => ({ type: 'session.ended', aggregate_id })),
      { type: 'user.deleted', aggregate_id: userId },
    ]);
    expect(await revocationsOf(accountId)).toEqual([{ kind: 'account' }]);
  });

  it('leaves other accounts unchanged', async () => {
    const [closed, other] = [await openAccount(identity()), await openAccount(identity())];
    const login = await logIn(identity(), other.email);
    await close(closed.accountId);
    expect(await isAlive(identity(), login)).toBe(true);
  });

  it('frees its email, and the emails and usernames of its deleted users', async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    const path = `/v1/users/${member.id}`;
    const username = `ada-${newId()}`;
    await identity().call('PATCH', path, { caller: owner.caller, body: { username } });
    await close(owner.accountId ?? '');
    const successor = await createUser(identity(), undefined, { email: member.email });
    expect([successor.status, successor.body.id === member.id]).toEqual([201, false]);
    const again = await openAccount(identity(), { email: owner.email, password: 'another one' });
    expect((await logIn(identity(), owner.email, 'another one')).status).toBe(200);
    expect((await logIn(identity(), owner.email)).body.error).toBe('invalid_credentials');
    expect(again.userId).not.toBe(owner.userId);
    const { caller } = await newAdmin(identity());
    const taken = await identity().call('PATCH', `/v1/users/${successor.body.id}`, {
      caller,
      body: { username },
    });
    expect(taken.status).toBe(200);
    const listed = await identity().call('GET', `/v1/users?search=${member.email}`, { caller });
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([successor.body.id]);
    for (const id of [member.id, owner.id])
      for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
        const body = method === 'PATCH' ? { body: { name: 'x' } } : {};
        const gone = await identity().call(method, `/v1/users/${id}`, { caller, ...body });
        expect([method, gone.status, gone.body.error]).toEqual([method, 404, 'not_found']);
      }
  });

  it('keeps users who belong to another account', async () => {
    const [owner, other] = [await newOwner(identity()), await newOwner(identity())];
    await joining.join(other, 'member', owner.email);
    await close(owner.accountId ?? '');
    const { caller } = await newAdmin(identity());
    const kept = await identity().call('GET', `/v1/users/${owner.id}`, { caller });
    expect([kept.status, kept.body.status, kept.body.email]).toEqual([200, 'active', owner.email]);
  });

  it('leaves its email to a user who left earlier, and frees it for no one else while open', async () => {
    const owner = await newOwner(identity());
    await newCoOwner(identity(), owner);
    const { caller } = await newAdmin(identity());
    await identity().call('PATCH', `/v1/users/${owner.id}`, { caller, body: { account_id: null } });
    await close(owner.accountId ?? '');
    expect((await logIn(identity(), owner.email)).status).toBe(200);
    expect((await createUser(identity(), undefined, { email: owner.email })).status).toBe(409);
  });

  it('frees emails of accounts closed by an older version once another user wants them', async () => {
    const [one, other, third] = [
      await openAccount(identity()),
      await openAccount(identity()),
      await openAccount(identity()),
    ];
    await database().query("update accounts set status = 'closed' where id = any($1)", [
      [one.accountId, other.accountId],
    ]);
    expect((await createUser(identity(), undefined, { email: one.email })).status).toBe(201);
    const { accountId, userId } = third;
    await client().reserveAccountEmail({ accountId, email: other.email }, context());
    await client().confirmAccountEmail({ accountId, email: other.email, userId }, context());
    expect((await logIn(identity(), other.email)).status).toBe(200);
  });

  it('is idempotent, also for concurrent calls', async () => {
    const { accountId, userId } = await openAccount(identity());
    await Promise.all(Array.from({ length: 6 }, () => close(accountId)));
    await close(accountId);
    const users = await database().query('select from users where id = $1', [userId]);
    expect(users).toEqual([]);
    const deletions = await database().query(
      "select from outbox where type = 'user.deleted' and aggregate_id = $1",
      [userId],
    );
    expect(deletions).toHaveLength(1);
    expect(await revocationsOf(accountId)).toHaveLength(1);
  });

  it('leaves no session to a concurrent login', async () => {
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

  it('refuses invalid requests', async () => {
    await expect(close(newId())).rejects.toEqual(code('not_found'));
    await expect(close('nonsense')).rejects.toEqual(code('invalid_request'));
  });
});
