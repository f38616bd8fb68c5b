import { beforeAll, describe, expect, it } from 'vitest';
import { codeAt, enrol } from '../authenticator.ts';
import { accountIdOf, makeJoining } from '../joining.ts';
import { logInAs, newCoOwner, newOwner, newUser, outcome, type Person } from '../people.ts';
import { useIdentity } from '../start-identity.ts';
import { context, isAlive, logIn, newEmail, PASSWORD } from '../steps.ts';

const doors = useIdentity();
const { identity } = doors;
const { join, accept, invite, invitationFor, changeRole, chooseByMail } = makeJoining(doors);
const STOLEN = 'chosen by the attacker';

const at = (whom: Person) => `/v1/users/${whom.id}`;
const call = (by: Person, method: string, path: string, body?: object) =>
  identity().call(method, path, { caller: by.caller, ...(body === undefined ? {} : { body }) });

/** Every operation by which an account could take over a login. */
const attacks = {
  'takes the second factor away': (by: Person, bob: Person) =>
    call(by, 'DELETE', `${at(bob)}/factors`),
  'sets another password': (by: Person, bob: Person) =>
    call(by, 'PATCH', at(bob), { password: STOLEN }),
  'sets a username': (by: Person, bob: Person) =>
    call(by, 'PATCH', at(bob), { username: 'mallory' }),
  'sets another name': (by: Person, bob: Person) => call(by, 'PATCH', at(bob), { name: 'Mallory' }),
  'suspends it': (by: Person, bob: Person) => call(by, 'PATCH', at(bob), { status: 'suspended' }),
  'deletes it': (by: Person, bob: Person) => call(by, 'DELETE', at(bob)),
};

describe('the first account of a person who owns another one', () => {
  let owner: Person;
  let accountAdmin: Person;
  let bob: Person;
  let bobInY: Person;
  let secret: string;

  beforeAll(async () => {
    owner = await newOwner(identity());
    accountAdmin = await join(owner, 'account_admin');
    bob = await join(owner, 'member');
    const founder = await newOwner(identity());
    await join(founder, 'owner', bob.email);
    expect((await call(founder, 'DELETE', `/v1/account/users/${founder.id}`)).status).toBe(200);
    bobInY = await logInAs(identity(), bob.email, PASSWORD, { account_id: accountIdOf(founder) });
    secret = (await enrol(identity(), bobInY)).secret;
    const policy = { second_factor_required: true };
    expect((await call(bobInY, 'PATCH', '/v1/account/policy', policy)).status).toBe(200);
  });

  it.each(Object.entries(attacks))('cannot take over their login: it %s', async (_name, attack) => {
    for (const by of [owner, accountAdmin])
      expect(outcome(await attack(by, bob))).toMatch(/^(401 unauthorized|403 forbidden)$/);
    const account_id = accountIdOf(bobInY);
    const stolen = await logIn(identity(), bob.email, STOLEN, { account_id });
    expect(outcome(stolen)).toBe('401 invalid_credentials');
    const withoutCode = await logIn(identity(), bob.email, PASSWORD, { account_id });
    expect(outcome(withoutCode)).toBe('401 second_factor_required');
    identity().clock.advance(60_000);
    const code = codeAt(identity(), secret);
    expect((await logIn(identity(), bob.email, PASSWORD, { account_id, code })).status).toBe(200);
  });

  it('can still change their role, remove them, and request a reset mail', async () => {
    expect(outcome(await changeRole(owner, bob, 'support'))).toBe('200');
    const asked = { body: { email: bob.email } };
    expect((await identity().call('POST', '/v1/auth/password_reset', asked)).status).toBe(200);
    expect((await call(owner, 'DELETE', `/v1/account/users/${bob.id}`)).status).toBe(200);
    identity().clock.advance(60_000);
    const code = codeAt(identity(), secret);
    const login = await logIn(identity(), bob.email, PASSWORD, { code });
    expect(login.status).toBe(200);
    expect(await isAlive(identity(), login)).toBe(true);
  });
});

describe('a login created by an account', () => {
  it('can be reset by the account until its user has chosen a password', async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    await enrol(identity(), member);
    expect(outcome(await attacks['takes the second factor away'](owner, member))).toBe('200');
    expect(outcome(await attacks['sets another password'](owner, member))).toBe('200');
    const hers = await logInAs(identity(), member.email, STOLEN);
    expect((await call(hers, 'PATCH', at(hers), { password: PASSWORD })).status).toBe(200);
    for (const attack of Object.values(attacks))
      expect(outcome(await attack(owner, member))).toMatch(/^40[13]/);
  });

  it('cannot join another account with a password that the account knows', async () => {
    const [owner, other] = [await newOwner(identity()), await newOwner(identity())];
    const member = await newUser(identity(), owner.caller);
    await invite(other, member.email, 'owner');
    const token = await invitationFor(member.email);
    expect(outcome(await accept(token))).toBe('409 conflict');
    expect((await chooseByMail(member.email, 'their own at last')).status).toBe(200);
    expect(outcome(await accept(token, { password: 'their own at last' }))).toBe('200');
    for (const attack of Object.values(attacks))
      expect(outcome(await attack(owner, member))).toMatch(/^40[13]/);
  });

  it("does not become the user's own by acts of the account in its name", async () => {
    const [owner, other] = [await newOwner(identity()), await newOwner(identity())];
    const member = await newUser(identity(), owner.caller);
    // The account knows the password, and acts as its user.
    await call(member, 'PATCH', at(member), { password: 'known to the account' });
    await invite(other, member.email, 'owner');
    const joining = { password: 'known to the account' };
    expect(outcome(await accept(await invitationFor(member.email), joining))).toBe('409 conflict');
  });
});

describe('the email of an account', () => {
  it('moves the login of its owner only if they request it themselves', async () => {
    const owner = await newOwner(identity());
    const coOwner = await newCoOwner(identity(), owner);
    const email = newEmail();
    const move = { accountId: owner.accountId ?? '', email, userId: coOwner.userId };
    await identity().client.reserveAccountEmail(move, context());
    await identity().client.confirmAccountEmail(move, context());
    expect((await logIn(identity(), owner.email)).status).toBe(200);
    expect((await logIn(identity(), email)).status).toBe(401);
    const next = { ...move, email: newEmail(), userId: owner.userId };
    await identity().client.reserveAccountEmail(next, context());
    await identity().client.confirmAccountEmail(next, context());
    // The login had another address than the account, so it does not move.
    expect((await logIn(identity(), owner.email)).status).toBe(200);
  });
});
