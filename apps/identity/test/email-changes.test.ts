import { describe, expect, it } from 'vitest';
import { accountIdOf, makeJoining } from './joining.ts';
import { mailTo, openMail } from './mails.ts';
import { createUser, logInAs, newOwner, newUser, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { isAlive, logIn, newEmail, PASSWORD } from './steps.ts';

const { identity, database } = useIdentity();

const ask = ({ caller }: Person, email: string, password: string = PASSWORD) =>
  identity().call('POST', '/v1/auth/email', { caller, body: { email, password } });
const confirm = (token: string) =>
  identity().call('POST', '/v1/auth/verify_email', { body: { token } });
const open = (email: string, purpose: Parameters<typeof openMail>[3]) =>
  openMail(identity(), database(), email, purpose);

async function verifiedUser() {
  const user = await newUser(identity());
  await confirm((await open(user.email, 'sign_up')).token);
  return user;
}
/** Changes an email, confirmed by both mailboxes. */
async function changed() {
  const user = await verifiedUser();
  const email = newEmail();
  expect((await ask(user, email)).status).toBe(200);
  await confirm((await open(email, 'email_change')).token);
  await confirm((await open(user.email, 'email_release')).token);
  return { user, email };
}

describe('another email', () => {
  it('becomes the login once both mailboxes have confirmed, in either order', async () => {
    const user = await verifiedUser();
    const email = newEmail();
    await ask(user, email);
    const agreed = await confirm((await open(user.email, 'email_release')).token);
    expect(agreed.body).toMatchObject({ purpose: 'email_release', done: false });
    expect((await logIn(identity(), user.email)).status).toBe(200);
    const done = await confirm((await open(email, 'email_change')).token);
    expect(done.body).toMatchObject({ purpose: 'email_change', done: true });
    expect((await logIn(identity(), user.email)).status).toBe(401);
    const login = await logIn(identity(), email);
    expect(login.body.user).toMatchObject({ id: user.id, email });
  });

  it('becomes the login once the new mailbox has confirmed, if the old one was unverified', async () => {
    const user = await newUser(identity());
    const email = newEmail();
    await ask(user, email);
    expect((await confirm((await open(email, 'email_change')).token)).body.done).toBe(true);
    expect((await logIn(identity(), email)).status).toBe(200);
    // The old address was never verified, so it is free at once.
    expect((await createUser(identity(), undefined, { email: user.email })).status).toBe(201);
  });

  it('requires the password', async () => {
    const user = await newUser(identity());
    const refused = await ask(user, newEmail(), 'wrong horse battery');
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_credentials' } });
  });

  it('must differ from the current one', async () => {
    const user = await newUser(identity());
    expect((await ask(user, user.email.toUpperCase())).body.error).toBe('invalid_request');
  });

  it('never reveals its owner, until a reader of the mailbox confirms', async () => {
    const [user, other] = [await newUser(identity()), await newUser(identity())];
    expect((await ask(user, other.email)).body).toEqual({
      ...(await ask(user, newEmail())).body,
      email: other.email,
    });
    const { token } = await open(other.email, 'email_change');
    expect((await confirm(token)).body.error).toBe('email_exists');
    expect((await logIn(identity(), user.email)).status).toBe(200);
  });

  it('goes to one of two users who request it', async () => {
    const users = [await newUser(identity()), await newUser(identity())];
    const email = newEmail();
    const tokens: string[] = [];
    for (const user of users) {
      await ask(user, email);
      tokens.push((await open(email, 'email_change')).token);
    }
    const answers = await Promise.all(tokens.map(confirm));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('for three days', () => {
  it('the former mailbox may undo it, which ends all sessions', async () => {
    const { user, email } = await changed();
    const thief = await logIn(identity(), email);
    const { token, newEmail: now } = await open(user.email, 'email_undo');
    expect(now).toBe(email);
    expect((await confirm(token)).body).toMatchObject({ purpose: 'email_undo', done: true });
    expect(await isAlive(identity(), thief)).toBe(false);
    expect((await logIn(identity(), email)).status).toBe(401);
    expect((await logIn(identity(), user.email)).status).toBe(200);
    await mailTo(database(), user.email, 'password_reset');
    expect((await confirm(token)).body.error).toBe('invalid_grant');
    expect((await createUser(identity(), undefined, { email })).status).toBe(201);
  });

  it('undoing it ends memberships accepted by mail to the new address', async () => {
    const { user, email } = await changed();
    const [before, founder] = [await newOwner(identity()), await newOwner(identity())];
    const joining = makeJoining({ identity, database });
    expect((await joining.invite(founder, email, 'owner')).status).toBe(201);
    const token = await joining.invitationFor(email);
    expect((await joining.accept(token)).status).toBe(200);
    const member = await logInAs(identity(), email, PASSWORD, {
      account_id: accountIdOf(founder),
    });
    expect((await confirm((await open(user.email, 'email_undo')).token)).status).toBe(200);
    expect((await joining.chooseByMail(user.email, 'another battery staple')).status).toBe(200);
    const login = await logIn(identity(), user.email, 'another battery staple', {
      account_id: accountIdOf(founder),
    });
    expect(login.status).toBe(401);
    const { body } = await identity().call('GET', '/v1/account/users', { caller: founder.caller });
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(member.id);
    expect(before.accountId).not.toBe(founder.accountId);
  });

  it('undoing it is refused while it would leave an account without an owner', async () => {
    const { user, email } = await changed();
    const founder = await newOwner(identity());
    const joining = makeJoining({ identity, database });
    await joining.invite(founder, email, 'owner');
    await joining.accept(await joining.invitationFor(email));
    const member = await logInAs(identity(), email, PASSWORD, {
      account_id: accountIdOf(founder),
    });
    expect((await joining.remove(member, founder)).status).toBe(200);
    const undone = await confirm((await open(user.email, 'email_undo')).token);
    expect([undone.status, undone.body.error]).toEqual([400, 'invalid_grant']);
    expect((await logIn(identity(), email)).status).toBe(200);
  });

  it('no one else can take the former email until then', async () => {
    const { user } = await changed();
    const take = () => createUser(identity(), undefined, { email: user.email });
    expect((await take()).body.error).toBe('email_exists');
    identity().clock.advance(72 * 3_600_000 + 1);
    const { token } = await open(user.email, 'email_undo').catch(() => ({ token: 'gone' }));
    expect((await confirm(token)).body.error).toBe('invalid_grant');
    expect((await take()).status).toBe(201);
  });
});
