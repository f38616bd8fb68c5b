import { describe, expect, it } from 'vitest';
import { mailTo, openMail } from './mails.ts';
import { newAdmin, newOwner, newUser, type Person } from './people.ts';
import { createIdentityDatabase, startIdentity, useIdentity } from './start-identity.ts';
import { context, logIn, newEmail, openAccount, PASSWORD } from './steps.ts';

const { identity, database } = useIdentity();

const confirm = (body: object, person?: Person) =>
  identity().call('POST', '/v1/auth/verify_email', {
    body,
    ...(person ? { caller: person.caller } : {}),
  });
const isVerified = async ({ id, caller }: Person) =>
  (await identity().call('GET', `/v1/users/${id}`, { caller })).body.email_verified;
const open = (email: string, purpose?: Parameters<typeof openMail>[3]) =>
  openMail(identity(), database(), email, purpose);

describe('an email', () => {
  it('is verified by the link of the first mail, without a login', async () => {
    const user = await newUser(identity());
    expect(await isVerified(user)).toBe(false);
    const mail = await open(user.email);
    expect(mail.url).toMatch(/^https:\/\/florin\.example\/auth\/confirm\/[\w-]{43}$/);
    expect(await confirm({ token: mail.token })).toMatchObject({
      status: 200,
      body: { purpose: 'sign_up', email: user.email, done: true },
    });
    expect(await isVerified(user)).toBe(true);
    expect((await confirm({ token: mail.token })).body.error).toBe('invalid_grant');
  });

  it('is verified by the code of a mail, in a session of its user', async () => {
    const [user, other] = [await newUser(identity()), await newUser(identity())];
    const { code } = await open(user.email);
    expect(code).toMatch(/^\d{6}$/);
    expect((await confirm({ code })).status).toBe(401);
    expect((await confirm({ code }, other)).body.error).toBe('invalid_grant');
    expect((await confirm({ code }, user)).status).toBe(200);
    expect(await isVerified(user)).toBe(true);
  });

  it('is not verified by any code after five wrong ones', async () => {
    const user = await newUser(identity());
    const { code } = await open(user.email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1)
      expect((await confirm({ code: wrong }, user)).body.error).toBe('invalid_grant');
    expect((await confirm({ code }, user)).body.error).toBe('invalid_grant');
    expect(await isVerified(user)).toBe(false);
  });

  it('gets another mail at most once a minute', async () => {
    const user = await newUser(identity());
    const send = () =>
      identity().call('POST', '/v1/auth/verify_email/send', { caller: user.caller });
    expect((await send()).status).toBe(200);
    expect((await send()).body.error).toBe('rate_limited');
    identity().clock.advance(60_000);
    expect((await send()).status).toBe(200);
    const { token } = await open(user.email, 'verify_email');
    expect((await confirm({ token })).status).toBe(200);
    expect((await send()).body.error).toBe('conflict');
  });

  it("is to be verified by a new account's owner, never by an administrator", async () => {
    const owner = await newOwner(identity());
    await mailTo(database(), owner.email);
    const admin = await newAdmin(identity());
    expect(await isVerified(admin)).toBe(true);
  });

  it("is to be verified again when an account's email changes", async () => {
    const { accountId, userId } = await openAccount(identity());
    await database().query('update users set email_verified_at = now() where id = $1', [userId]);
    const email = newEmail();
    await identity().client.reserveAccountEmail({ accountId, email }, context());
    await identity().client.confirmAccountEmail({ accountId, email, userId }, context());
    await mailTo(database(), email, 'verify_email');
    const [row] = await database().query<{ email_verified_at: Date | null }>(
      'select email_verified_at from users where id = $1',
      [userId],
    );
    expect(row?.email_verified_at).toBeNull();
  });
});

it.each([
  ['neither token nor code', {}],
  ['both token and code', { token: 'A', code: '123456' }],
  ['no digits', { code: 'abcdef' }],
  ['too many digits', { code: '1234567' }],
])('refuses %s', async (_what, body) => {
  expect((await confirm(body)).body.error).toBe('invalid_request');
});

it('refuses an unknown token', async () => {
  expect((await confirm({ token: 'A'.repeat(43) })).body.error).toBe('invalid_grant');
});

describe('where verification is required', () => {
  it('an unverified user only reads, and may write once verified', async () => {
    const own = await createIdentityDatabase();
    const strict = await startIdentity(own.url, { requiresVerifiedEmail: true });
    try {
      const user = await newUser(strict);
      expect(user.caller.readOnly).toBe(true);
      const { token } = await openMail(strict, own, user.email);
      await strict.call('POST', '/v1/auth/verify_email', { body: { token } });
      const { sessionId = '', userId } = user.caller;
      const ids = { sessionId: sessionId ?? '', userId: userId ?? '' };
      expect((await strict.client.checkSession(ids, context())).readOnly).toBe(false);
    } finally {
      await strict.stop();
      await own.drop();
    }
  });

  it('an unverified email can be taken by another user after a day', async () => {
    const own = await createIdentityDatabase();
    const strict = await startIdentity(own.url, { requiresVerifiedEmail: true });
    try {
      const email = newEmail();
      const post = () =>
        strict.call('POST', '/v1/users', { body: { email, password: `${PASSWORD} 2` } });
      const squatter = await strict.call('POST', '/v1/users', {
        body: { email, password: PASSWORD },
      });
      expect((await post()).body.error).toBe('email_exists');
      strict.clock.advance(24 * 3_600_000 + 1);
      expect((await post()).status).toBe(201);
      expect((await logIn(strict, email)).status).toBe(401);
      expect((await logIn(strict, email, `${PASSWORD} 2`)).status).toBe(200);
      const { token } = await openMail(strict, own, email);
      expect((await strict.call('POST', '/v1/auth/verify_email', { body: { token } })).status).toBe(
        200,
      );
      strict.clock.advance(24 * 3_600_000 + 1);
      expect((await post()).body.error).toBe('email_exists');
      expect(squatter.status).toBe(201);
    } finally {
      await strict.stop();
      await own.drop();
    }
  });
});
