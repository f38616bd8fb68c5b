import { newId, parsePublicId, toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  logInAs,
  newAdmin,
  newCoOwner,
  newOwner,
  newPeople,
  newUser,
  outcome,
  type Person,
} from './people.ts';
import { useIdentity } from './start-identity.ts';
import { callerOf, context, isAlive, logIn, openAccount, refresh } from './steps.ts';

const { identity, database } = useIdentity();
let people: Awaited<ReturnType<typeof newPeople>>;
beforeAll(async () => {
  people = await newPeople(identity());
});

const patch = (by: Pick<Person, 'caller'>, id: string, body: unknown, idempotencyKey?: string) =>
  identity().call('PATCH', `/v1/users/${id}`, {
    caller: by.caller,
    body,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
const read = async ({ id }: Person) =>
  (await identity().call('GET', `/v1/users/${id}`, { caller: people.admin.caller })).body;
const revocationsOf = async (userId: string) => {
  const rows = await database().query<{ kind: string }>(
    'select kind from revocations where subject = $1 order by revision',
    [userId],
  );
  return rows.map(({ kind }) => kind);
};

const accountIdOf = ({ accountId }: Person) => toPublicId('account', accountId ?? '');

describe('a username', () => {
  it('200: works as a login besides the email, in any case', async () => {
    const user = await newUser(identity());
    const changed = await patch(user, user.id, { username: 'Ada.Lovelace' });
    expect(changed.body.username).toBe('ada.lovelace');
    expect((await logIn(identity(), 'ADA.lovelace')).status).toBe(200);
    await patch(user, user.id, { username: null });
    expect((await logIn(identity(), 'ada.lovelace')).status).toBe(401);
  });

  it('409 conflict: one of another user; concurrent requests, one gets it', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => newUser(identity())));
    const answers = await Promise.all(
      users.map((user) => patch(user, user.id, { username: 'wanted' })),
    );
    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(5).fill('409 conflict')]);
    const winner = users[answers.findIndex(({ status }) => status === 200)];
    if (winner) expect(outcome(await patch(winner, winner.id, { username: 'WANTED' }))).toBe('200');
  });
});

describe('a status', () => {
  it('suspended: ends all sessions at once and blocks login', async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    const login = await logIn(identity(), member.email);
    expect(outcome(await patch(owner, member.id, { status: 'suspended' }))).toBe('200');
    expect(await isAlive(identity(), login)).toBe(false);
    expect((await refresh(identity(), login.body.refresh_token)).status).toBe(403);
    expect(outcome(await logIn(identity(), member.email))).toBe('401 unauthorized');
    expect(await revocationsOf(member.userId)).toEqual(['user']);
    const ended = await database().query(
      `select from outbox where type = 'session.ended' and body like $1`,
      [`%${member.id}%`],
    );
    expect(ended).toHaveLength(2);
    await patch(owner, member.id, { status: 'active' });
    expect(await isAlive(identity(), login)).toBe(false);
    expect((await logIn(identity(), member.email)).status).toBe(200);
  });

  it('pending: does neither', async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    const login = await logIn(identity(), member.email);
    await patch(owner, member.id, { status: 'pending' });
    expect(await isAlive(identity(), login)).toBe(true);
    expect((await logIn(identity(), member.email)).status).toBe(200);
    expect(await revocationsOf(member.userId)).toEqual([]);
  });

  it('401: no one raises their own, not even an owner', async () => {
    const owner = await newOwner(identity());
    await newCoOwner(identity(), owner);
    for (const user of [await newUser(identity()), owner]) {
      expect(outcome(await patch(user, user.id, { status: 'pending' }))).toBe('200');
      expect(outcome(await patch(user, user.id, { status: 'active' }))).toBe('401 unauthorized');
      expect(outcome(await patch(user, user.id, { status: 'suspended' }))).toBe('200');
      for (const status of ['pending', 'active'])
        expect(outcome(await patch(user, user.id, { status }))).toBe('401 unauthorized');
      expect((await read(user)).status).toBe('suspended');
    }
  });

  it("200: an owner raises a member's, an admin anyone's", async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    const admin = await newAdmin(identity());
    await newCoOwner(identity(), owner);
    await newUser(identity(), people.admin.caller, {
      role: 'admin',
      account_id: accountIdOf(admin),
    });
    for (const [by, target] of [
      [owner, member],
      [people.admin, owner],
      [people.admin, people.loner],
      [admin, admin],
    ] as const) {
      await patch(people.admin, target.id, { status: 'pending' });
      expect(outcome(await patch(by, target.id, { status: 'active' }))).toBe('200');
    }
  });
});

describe('a new password', () => {
  it("ends the user's other sessions and keeps the one that set it", async () => {
    const { email } = await openAccount(identity());
    const [mine, other] = [await logInAs(identity(), email), await logIn(identity(), email)];
    const changed = await patch(mine, mine.id, { password: 'another password' });
    expect(outcome(changed)).toBe('200');
    expect(await isAlive(identity(), other)).toBe(false);
    const own = { userId: mine.userId, sessionId: mine.caller.sessionId ?? '' };
    expect((await identity().client.checkSession(own, context())).alive).toBe(true);
    expect(outcome(await logIn(identity(), email))).toBe('401 invalid_credentials');
    expect((await logIn(identity(), email, 'another password')).status).toBe(200);
    expect(await revocationsOf(callerOf(other).sessionId)).toEqual([]);
    expect(await revocationsOf(mine.userId)).toEqual(['principal']);
  });

  it('ends all sessions when another user sets it', async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    const login = await logIn(identity(), member.email);
    await patch(owner, member.id, { password: 'another password' });
    expect(await isAlive(identity(), login)).toBe(false);
    expect(await revocationsOf(member.userId)).toEqual(['user']);
  });

  it('leaves no session to a concurrent login with the old one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await newUser(identity());
      const [login] = await Promise.all([
        logIn(identity(), user.email),
        patch(user, user.id, { password: 'another password' }),
      ]);
      if (login.status === 200) expect(await isAlive(identity(), login)).toBe(false);
    }
  });
});

describe('role and account_id, from an admin', () => {
  const accountOf = ({ accountId }: Person) => toPublicId('account', accountId ?? '');

  it('200: move a user, visible in their session at once', async () => {
    const user = await newUser(identity());
    const place = async () =>
      identity().client.checkSession(
        { userId: user.userId, sessionId: user.caller.sessionId ?? '' },
        context(),
      );
    const account_id = accountOf(people.owner);
    for (const [options, role] of [
      [{ account_id }, 'member'],
      [{ role: 'owner' }, 'owner'],
      [{ account_id: accountOf(people.otherOwner) }, 'owner'],
      [{ role: 'platform' }, 'platform'],
      [{ account_id: null }, ''],
      [{ account_id, role: 'member' }, 'member'],
      [{ account_id: null, role: null }, ''],
      [{ role: 'admin' }, 'admin'],
    ] as const) {
      const changed = await patch(people.admin, user.id, options);
      expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(options)]);
      const { alive, ...principal } = await place();
      const accountId = parsePublicId('account', changed.body.account_id ?? '') ?? '';
      expect(alive).toBe(true);
      expect(principal).toMatchObject({ accountId, role, readOnly: false });
    }
    expect(await revocationsOf(user.userId)).toEqual(Array(8).fill('principal'));
  });

  it('400: contradict each other, or name no open account', async () => {
    const closed = await newOwner(identity());
    await identity().client.closeAccount({ accountId: closed.accountId ?? '' }, context());
    for (const [who, options] of [
      [people.loner, { role: 'owner' }],
      [people.member, { role: null }],
      [people.member, { account_id: null, role: 'member' }],
      [people.member, { account_id: accountOf(closed) }],
      [people.member, { account_id: toPublicId('account', newId()) }],
      [people.member, { account_id: 'nonsense' }],
      [people.member, { account_id: 1 }],
      [people.member, { role: 'king' }],
    ] as const)
      expect(outcome(await patch(people.admin, who.id, options))).toBe('400 invalid_request');
  });

  it('404: the users of a closed account', async () => {
    const owner = await newOwner(identity());
    await identity().client.closeAccount({ accountId: owner.accountId ?? '' }, context());
    expect(outcome(await patch(people.admin, owner.id, { name: 'x' }))).toBe('404 not_found');
  });
});
