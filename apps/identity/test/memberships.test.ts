import { toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { openMail } from './mails.ts';
import { logInAs, newCoOwner, newOwner, newUser, outcome, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { context, logIn, PASSWORD } from './steps.ts';

const { identity, database } = useIdentity();
const accountIdOf = ({ accountId }: Person) => toPublicId('account', accountId ?? '');
const patch = (by: Person, whom: Person, role: string) =>
  identity().call('PATCH', `/v1/account/users/${whom.id}`, { caller: by.caller, body: { role } });
const remove = (by: Person, whom: Person) =>
  identity().call('DELETE', `/v1/account/users/${whom.id}`, { caller: by.caller });
const transferOwnership = (by: Person, whom: Person) =>
  identity().call('POST', '/v1/account/owner', { caller: by.caller, body: { user_id: whom.id } });

/** A member with a first account elsewhere, logged in to both. */
async function newGuest(owner: Person, role = 'developer') {
  const home = await newOwner(identity());
  const body = { email: home.email, role };
  await identity().call('POST', '/v1/invitations', { caller: owner.caller, body });
  const { token } = await openMail(identity(), database(), home.email, 'invitation');
  const joining = { token, password: PASSWORD };
  await identity().call('POST', '/v1/invitations/accept', { body: joining });
  const guest = await logInAs(identity(), home.email, PASSWORD, { account_id: accountIdOf(owner) });
  return { home, guest };
}

describe('a user of two accounts', () => {
  it('acts in the account chosen at login, else in their first one', async () => {
    const owner = await newOwner(identity());
    const { home, guest } = await newGuest(owner);
    expect([home.caller.accountId, home.caller.role]).toEqual([home.accountId, 'owner']);
    expect([guest.caller.accountId, guest.caller.role]).toEqual([owner.accountId, 'developer']);
    const { body } = await identity().call('GET', '/v1/auth/accounts', { caller: guest.caller });
    expect(body.data).toEqual([
      {
        account_id: accountIdOf(home),
        role: 'owner',
        livemode: false,
        default: true,
        current: false,
      },
      {
        account_id: accountIdOf(owner),
        role: 'developer',
        livemode: false,
        default: false,
        current: true,
      },
    ]);
    const elsewhere = accountIdOf(await newOwner(identity()));
    const refused = await logIn(identity(), home.email, PASSWORD, { account_id: elsewhere });
    expect(outcome(refused)).toBe('401 unauthorized');
  });

  it('is seen by both as in that account, and changed by each only within it', async () => {
    const owner = await newOwner(identity());
    const { home, guest } = await newGuest(owner);
    const { body: list } = await identity().call('GET', '/v1/account/users', {
      caller: owner.caller,
    });
    expect(list.data.map(({ id, role }: { id: string; role: string }) => [id, role])).toEqual([
      [home.id, 'developer'],
      [owner.id, 'owner'],
    ]);
    const asSupport = await identity().call('GET', '/v1/account/users?role=developer', {
      caller: owner.caller,
    });
    expect(asSupport.body.data).toHaveLength(1);
    // The login is their own: another account they belong to can neither read nor take it.
    for (const [method, body, refused] of [
      ['GET', undefined, '404 not_found'],
      ['PATCH', { password: 'taken over by it' }, '404 not_found'],
      ['DELETE', undefined, '403 forbidden'],
    ] as const) {
      const answer = await identity().call(method, `/v1/users/${home.id}`, {
        ...{ caller: owner.caller, ...(body ? { body } : {}) },
      });
      expect(outcome(answer)).toBe(refused);
    }
    expect((await patch(owner, guest, 'accountant')).body).toMatchObject({ role: 'accountant' });
    const again = await logInAs(identity(), home.email);
    expect(again.caller).toMatchObject({ accountId: home.accountId, role: 'owner' });
  });

  it('loses their sessions in an account that removes them, and keeps the others', async () => {
    const owner = await newOwner(identity());
    const { home, guest } = await newGuest(owner);
    expect((await remove(owner, guest)).status).toBe(200);
    const aliveOf = async ({ caller: { sessionId, userId } }: Person) => {
      const ids = { sessionId: sessionId ?? '', userId: userId ?? '' };
      return (await identity().client.checkSession(ids, context())).alive;
    };
    expect([await aliveOf(guest), await aliveOf(home)]).toEqual([false, true]);
    expect(outcome(await remove(owner, guest))).toBe('404 not_found');
  });

  it('moves to the next account after leaving the first', async () => {
    const owner = await newOwner(identity());
    const { home } = await newGuest(owner);
    await newCoOwner(identity(), home);
    expect((await remove(home, home)).status).toBe(200);
    const left = await logInAs(identity(), home.email);
    expect(left.caller).toMatchObject({ accountId: owner.accountId, role: 'developer' });
  });
});

describe('an account', () => {
  it('can be transferred to a member; the former owner stays as account admin', async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    expect(outcome(await transferOwnership(member, owner))).toBe('403 forbidden');
    expect(outcome(await transferOwnership(owner, owner))).toBe('400 invalid_request');
    expect(outcome(await transferOwnership(owner, await newOwner(identity())))).toBe(
      '404 not_found',
    );
    expect((await transferOwnership(owner, member)).body).toMatchObject({
      id: member.id,
      role: 'owner',
    });
    expect((await logInAs(identity(), member.email)).caller.role).toBe('owner');
    const before = await logInAs(identity(), owner.email);
    expect(before.caller.role).toBe('account_admin');
    expect(outcome(await patch(before, member, 'member'))).toBe('403 forbidden');
  });

  it('always keeps an owner: the last one cannot leave, be removed, or be deleted', async () => {
    const owner = await newOwner(identity());
    const { guest, home } = await newGuest(owner, 'owner');
    expect((await remove(owner, owner)).status).toBe(200);
    expect(outcome(await remove(guest, guest))).toBe('409 conflict');
    expect(outcome(await patch(guest, guest, 'member'))).toBe('409 conflict');
    await newCoOwner(identity(), home);
    const gone = await identity().call('DELETE', `/v1/users/${home.id}`, { caller: home.caller });
    expect(outcome(gone)).toBe('409 conflict');
  });

  it('has one owner after two concurrent transfers', async () => {
    const owner = await newOwner(identity());
    const members = [
      await newUser(identity(), owner.caller),
      await newUser(identity(), owner.caller),
    ];
    const answers = await Promise.all(members.map((each) => transferOwnership(owner, each)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { body } = await identity().call('GET', '/v1/account/users?role=owner', {
      caller: owner.caller,
    });
    expect(body.data).toHaveLength(1);
  });
});
