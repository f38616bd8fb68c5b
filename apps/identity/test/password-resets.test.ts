import { createHash } from 'node:crypto';
import { eventually } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { enrol } from './authenticator.ts';
import { mailTo, openMail } from './mails.ts';
import { logInAs, newOwner, newUser } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { isAlive, logIn, newEmail, PASSWORD } from './steps.ts';

const { identity, database } = useIdentity();
const NEW_PASSWORD = 'another battery staple';

const ask = (email: unknown) =>
  identity().call('POST', '/v1/auth/password_reset', { body: { email } });
const choose = (token: string, password: string = NEW_PASSWORD) =>
  identity().call('POST', '/v1/auth/password_reset/confirm', { body: { token, password } });
async function forgotten() {
  const user = await newUser(identity());
  expect((await ask(user.email)).status).toBe(200);
  return { user, mail: await openMail(identity(), database(), user.email, 'password_reset') };
}
const answered = () =>
  eventually(async () => {
    const waiting = await database().query(
      'select from password_reset_requests where answered_at is null',
    );
    expect(waiting).toHaveLength(0);
  });
const mailsTo = (email: string) =>
  database().query<{ id: string }>(
    `select id from email_confirmations where email = $1 and purpose = 'password_reset'`,
    [email],
  );

it('removes a second factor added by the creator of a login', async () => {
  const user = await newUser(identity());
  const maker = await logInAs(identity(), user.email, PASSWORD);
  await enrol(identity(), maker);
  expect((await logIn(identity(), user.email)).status).toBe(401);
  await ask(user.email);
  const { token } = await openMail(identity(), database(), user.email, 'password_reset');
  expect((await choose(token)).status).toBe(200);
  expect((await logIn(identity(), user.email, NEW_PASSWORD)).status).toBe(200);
  // From now on a factor is their own and stays.
  const owner = await logInAs(identity(), user.email, NEW_PASSWORD);
  await enrol(identity(), owner, NEW_PASSWORD);
  await ask(user.email);
  await eventually(async () => expect(await mailsTo(user.email)).toHaveLength(2));
  await choose((await openMail(identity(), database(), user.email, 'password_reset')).token);
  expect((await logIn(identity(), user.email, NEW_PASSWORD)).body.error).toBe(
    'second_factor_required',
  );
});

describe('a forgotten password', () => {
  it('is replaced by a mailed link, and every session ends', async () => {
    const { user, mail } = await forgotten();
    const before = await logIn(identity(), user.email);
    expect(mail).toMatchObject({ purpose: 'password_reset', email: user.email, code: '' });
    expect(mail.url).toMatch(/^https:\/\/florin\.example\/auth\/reset\/[\w-]{43}$/);

    const chosen = await choose(mail.token);
    expect(chosen).toMatchObject({ status: 200, body: { user_id: user.id, email: user.email } });
    expect(await isAlive(identity(), before)).toBe(false);
    expect((await logIn(identity(), user.email)).status).toBe(401);
    expect((await logIn(identity(), user.email, NEW_PASSWORD)).status).toBe(200);
    // Using the link verifies the address.
    const { caller } = await logInAs(identity(), user.email, NEW_PASSWORD);
    const { body } = await identity().call('GET', `/v1/users/${user.id}`, { caller });
    expect(body.email_verified).toBe(true);
  });

  it('is replaced once by one mail, and by no other afterwards', async () => {
    const { user, mail } = await forgotten();
    const again = await openMail(identity(), database(), user.email, 'password_reset');
    await ask(user.email);
    await answered();
    const newer = await openMail(identity(), database(), user.email, 'password_reset');
    expect(newer.id).not.toBe(mail.id);
    expect((await choose(again.token)).status).toBe(200);
    for (const { token } of [mail, again, newer])
      expect(await choose(token, 'a third one entirely')).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    expect((await logIn(identity(), user.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('is replaced by one of many concurrent requests', async () => {
    const { mail } = await forgotten();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => choose(mail.token, `${NEW_PASSWORD} ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('stays if the link has expired', async () => {
    const { user, mail } = await forgotten();
    identity().clock.advance(30 * 60_000 + 1);
    expect((await choose(mail.token)).body.error).toBe('invalid_grant');
    expect((await logIn(identity(), user.email)).status).toBe(200);
  });

  it('stays if the new password is invalid, and the link can still be used', async () => {
    const { mail } = await forgotten();
    expect((await choose(mail.token, 'short')).body.error).toBe('invalid_request');
    expect((await choose(mail.token)).status).toBe(200);
  });

  it('is not sent a reset mail for users who may not log in', async () => {
    const owner = await newOwner(identity());
    const member = await newUser(identity(), owner.caller);
    const path = `/v1/users/${member.id}`;
    const body = { status: 'suspended' };
    await identity().call('PATCH', path, { caller: owner.caller, body });
    await ask(member.email);
    await answered();
    expect(await mailsTo(member.email)).toHaveLength(0);
  });
});

describe('a reset request', () => {
  it('returns the same response for known and unknown emails', async () => {
    const known = await ask((await newUser(identity())).email);
    const unknown = await ask(newEmail());
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
    await answered();
  });

  it('does not flood a mailbox', async () => {
    const { user } = await forgotten();
    for (let count = 0; count < 5; count += 1) expect((await ask(user.email)).status).toBe(200);
    await answered();
    expect(await mailsTo(user.email)).toHaveLength(3);
  });

  it('is refused after twenty within an hour', async () => {
    await database().query('delete from password_reset_requests');
    for (let count = 0; count < 20; count += 1) expect((await ask(newEmail())).status).toBe(200);
    const refused = await ask(newEmail());
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(refused.headers.get('retry-after')).toBe('3600');
    identity().clock.advance(3_600_001);
    expect((await ask(newEmail())).status).toBe(200);
  });
});

it('stores nothing by which a password could be set', async () => {
  const { mail } = await forgotten();
  const rows = await database().query(
    'select row_to_json(email_confirmations)::text || row_to_json(secrets)::text as text from email_confirmations join email_confirmation_secrets secrets on confirmation_id = id',
  );
  const events = await database().query('select body from outgoing_events');
  const all = JSON.stringify([rows, events]);
  expect(all).not.toContain(mail.token);
  expect(all).not.toContain(PASSWORD);
  const hash = createHash('sha256').update(mail.token).digest('hex');
  expect(all).toContain(hash);
});

it('reaches the mail service as an event', async () => {
  const { user } = await forgotten();
  const { id } = await mailTo(database(), user.email, 'password_reset');
  const rows = await database().query<{ body: string }>('select body from outgoing_events');
  const events = rows.map(({ body }) => JSON.parse(body));
  const completed = events.find(({ aggregate_id }) => aggregate_id === id);
  expect(completed).toMatchObject({
    type: 'email_confirmation.requested',
    data: { object: { purpose: 'password_reset', email: user.email, user_id: user.id } },
  });
});
