import { teamRoles } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { openMail } from './mails.ts';
import { logInAs, newOwner, newUser, outcome, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { newEmail, PASSWORD } from './steps.ts';

const { identity, database } = useIdentity();
const PATH = '/v1/invitations';

const invite = (by: Person, email: string, role = 'developer') =>
  identity().call('POST', PATH, { caller: by.caller, body: { email, role } });
const accept = (token: string, body: object = {}) =>
  identity().call('POST', `${PATH}/accept`, { body: { token, password: PASSWORD, ...body } });
const tokenTo = async (email: string) =>
  (await openMail(identity(), database(), email, 'invitation')).token;
const appoint = (by: Person, whom: Person, role: string) =>
  identity().call('PATCH', `/v1/account/users/${whom.id}`, { caller: by.caller, body: { role } });

async function withRole(owner: Person, role: string): Promise<Person> {
  const member = await newUser(identity(), owner.caller);
  expect((await appoint(owner, member, role)).status).toBe(200);
  return logInAs(identity(), member.email);
}

describe('an invitation', () => {
  it('creates a user for the reader of the mail, once, with a verified address', async () => {
    const owner = await newOwner(identity());
    const email = newEmail();
    const made = await invite(owner, email, 'accountant');
    expect(made.body).toMatchObject({
      object: 'invitation',
      status: 'pending',
      role: 'accountant',
    });
    const token = await tokenTo(email);
    const joined = await accept(token, { name: 'Grace' });
    expect([joined.status, joined.body.role]).toEqual([200, 'accountant']);
    const { caller } = await logInAs(identity(), email);
    expect([caller.accountId, caller.role]).toEqual([owner.accountId, 'accountant']);
    const self = await identity().call('GET', `/v1/users/${joined.body.user_id}`, { caller });
    expect(self.body).toMatchObject({ name: 'Grace', email_verified: true });
    expect(outcome(await accept(token))).toBe('400 invalid_grant');
    const list = await identity().call('GET', PATH, { caller: owner.caller });
    expect(list.body.data[0]).toMatchObject({ id: made.body.id, status: 'accepted' });
  });

  it('requires the password of an existing login, which then belongs to both accounts', async () => {
    const [owner, other] = [await newOwner(identity()), await newOwner(identity())];
    await invite(owner, other.email, 'support');
    const token = await tokenTo(other.email);
    expect(outcome(await accept(token, { password: 'somebody elses' }))).toBe(
      '401 invalid_credentials',
    );
    expect((await accept(token)).status).toBe(200);
    expect((await logInAs(identity(), other.email)).caller.accountId).toBe(other.accountId);
    const there = await logInAs(identity(), other.email, PASSWORD, {
      account_id: (await identity().call('GET', '/v1/auth/accounts', { caller: other.caller })).body
        .data[1].account_id,
    });
    expect(there.caller).toMatchObject({ accountId: owner.accountId, role: 'support' });
  });

  it('is refused once it is revoked or replaced by another', async () => {
    const owner = await newOwner(identity());
    const email = newEmail();
    const first = await invite(owner, email);
    const token = await tokenTo(email);
    const second = await invite(owner, email);
    expect(outcome(await accept(token))).toBe('400 invalid_grant');
    const newer = await tokenTo(email);
    const one = `${PATH}/${second.body.id}`;
    const revoked = await identity().call('DELETE', one, { caller: owner.caller });
    expect(revoked.body.status).toBe('revoked');
    expect(outcome(await accept(newer))).toBe('400 invalid_grant');
    expect(first.status).toBe(201);
  });

  it('can be made by account managers only, for roles they may grant', async () => {
    const owner = await newOwner(identity());
    const accountAdmin = await withRole(owner, 'account_admin');
    expect(outcome(await invite(accountAdmin, newEmail(), 'owner'))).toBe('403 forbidden');
    expect(outcome(await invite(accountAdmin, newEmail(), 'account_admin'))).toBe('201');
    for (const role of teamRoles.filter((each) => each !== 'owner' && each !== 'account_admin'))
      expect(outcome(await invite(await withRole(owner, role), newEmail()))).toBe('403 forbidden');
  });

  it('never reveals whether the address has a login, except for members of the account', async () => {
    const owner = await newOwner(identity());
    const other = await newOwner(identity());
    const shapeOf = (body: object) => Object.keys(body).toSorted();
    const [known, unknown] = [await invite(owner, other.email), await invite(owner, newEmail())];
    expect([known.status, shapeOf(known.body)]).toEqual([unknown.status, shapeOf(unknown.body)]);
    expect(outcome(await invite(owner, owner.email))).toBe('409 conflict');
  });

  it('survives a password change of its creator', async () => {
    const owner = await newOwner(identity());
    const email = newEmail();
    await invite(owner, email);
    const token = await tokenTo(email);
    await identity().call('POST', '/v1/auth/password_reset', { body: { email: owner.email } });
    const reset = await openMail(identity(), database(), owner.email, 'password_reset');
    const chosen = { token: reset.token, password: 'another battery staple' };
    const done = await identity().call('POST', '/v1/auth/password_reset/confirm', { body: chosen });
    expect(done.status).toBe(200);
    expect((await accept(token)).status).toBe(200);
  });

  it('is invisible to other accounts', async () => {
    const [owner, other] = [await newOwner(identity()), await newOwner(identity())];
    const made = await invite(owner, newEmail());
    const gone = await identity().call('DELETE', `${PATH}/${made.body.id}`, {
      caller: other.caller,
    });
    expect(outcome(gone)).toBe('404 not_found');
    const list = await identity().call('GET', PATH, { caller: other.caller });
    expect(list.body.data).toEqual([]);
  });
});
