import { newEmail, newPassword } from '@florin/system-kit';
import { call } from '../../api.ts';
import { findLink } from '../../mailbox.ts';
import { browse, openPage } from '../pay.ts';
import { hashing, must, newOwner, newUser, type Owner, type Person } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

/** Rounds of two parallel requests, until they collide. */
const TRIES_MAX = 5;

const MEMBER = '/v1/account/users/{user_id}';
const OWNER = '/v1/account/owner';
const ACCOUNTS = '/v1/auth/accounts';
const INVITATIONS = '/v1/invitations';
const INVITATION = `${INVITATIONS}/{invitation_id}`;
const ACCEPT = `${INVITATIONS}/accept`;
const PAGE = '/auth/invitations/{token}';
/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

const member = (userId: string) => `/v1/account/users/${userId}`;
const patch = (by: Person, userId: string, body: object) =>
  by.call('PATCH', member(userId), { body });
const handOver = (by: Person, userId: string) =>
  by.call('POST', OWNER, { body: { user_id: userId } });
const invite = (by: Person, email: string, role = 'developer') =>
  by.call('POST', INVITATIONS, { body: { email, role } });

export const newInvitation = (owner: Person): Promise<{ readonly id: string }> =>
  must(() => invite(owner, newEmail()));

/** An invited user, and the link of their mail. */
async function invited({ owner }: World) {
  const email = newEmail();
  const { id } = await must(() => invite(owner, email));
  return { id, email, ...(await findLink(email, /invited/)) };
}

const accept = (body: object) => hashing(() => call('POST', ACCEPT, { body }));

async function withMember(): Promise<{ readonly owner: Owner; readonly user: Person }> {
  const owner = await newOwner();
  return { owner, user: await newUser(owner) };
}

/** A user of another account who is a member of this one too. */
async function newGuest(owner: Person): Promise<Person> {
  const guest = await newOwner();
  await must(() => invite(owner, guest.email));
  const { token } = await findLink(guest.email, /invited/);
  await must(() => accept({ token, password: guest.password }));
  return guest;
}

const members = [
  ...needsToken(`GET ${MEMBER}`),
  ...scenarios(
    `GET ${MEMBER}`,
    succeeds(200, 'a member, for the owner', ({ owner, member: { userId } }) =>
      owner.call('GET', member(userId)),
    ),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => one.call('GET', member(one.userId))),
    refuses(404, 'not_found', 'a user of another account', ({ owner, stranger }) =>
      owner.call('GET', member(stranger.userId)),
    ),
  ),
  ...guarded(`PATCH ${MEMBER}`),
  ...scenarios(
    `PATCH ${MEMBER}`,
    ...['account_admin', 'developer', 'accountant', 'support', 'owner', 'member'].map((role) =>
      succeeds(200, `to ${role}`, async () => {
        const { owner, user } = await withMember();
        return patch(owner, user.userId, { role });
      }),
    ),
    succeeds(200, 'of somebody of two accounts', async ({ owner }) =>
      patch(owner, (await newGuest(owner)).userId, { role: 'support' }),
    ),
    refusesEach(
      400,
      'invalid_request',
      (body: object) =>
        ({ owner, member: { userId } }: World) =>
          patch(owner, userId, body),
      {
        'no role': {},
        'an unknown role': { role: 'king' },
        'of the platform': { role: 'admin' },
      },
    ),
    refuses(403, 'forbidden', 'a member', ({ member: one }) =>
      patch(one, one.userId, { role: 'owner' }),
    ),
    refuses(404, 'not_found', 'a user of another account', ({ owner, stranger }) =>
      patch(owner, stranger.userId, { role: 'support' }),
    ),
    refuses(409, 'conflict', 'the last owner', async () => {
      const owner = await newOwner();
      return patch(owner, owner.userId, { role: 'member' });
    }),
  ),
  ...guarded(`DELETE ${MEMBER}`),
  ...scenarios(
    `DELETE ${MEMBER}`,
    succeeds(200, 'a member', async () => {
      const { owner, user } = await withMember();
      return owner.call('DELETE', member(user.userId));
    }),
    succeeds(200, 'who leaves by themselves', async () => {
      const { user } = await withMember();
      return user.call('DELETE', member(user.userId));
    }),
    succeeds(200, 'of two accounts', async ({ owner }) =>
      owner.call('DELETE', member((await newGuest(owner)).userId)),
    ),
    succeeds(200, 'with the API keys that they made', async () => {
      const { owner, user } = await withMember();
      await must(() => patch(owner, user.userId, { role: 'account_admin' }));
      await must(() => user.call('POST', '/v1/api_keys', { body: { name: 'till' } }));
      await newInvitation(user);
      return owner.call('DELETE', member(user.userId), { body: { revoke_keys: true } });
    }),
    refuses(400, 'invalid_request', 'an invalid choice', ({ owner, member: { userId } }) =>
      owner.call('DELETE', member(userId), { body: { revoke_keys: 'all' } }),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, member: { userId } }) =>
      narrowKey.call('DELETE', member(userId)),
    ),
    refuses(403, 'forbidden', 'an API key, of the owner', ({ key, owner: { userId } }) =>
      key.call('DELETE', member(userId)),
    ),
    refuses(404, 'not_found', 'a user of another account', ({ owner, stranger }) =>
      owner.call('DELETE', member(stranger.userId)),
    ),
    refuses(409, 'conflict', 'the last owner', async () => {
      const owner = await newOwner();
      return owner.call('DELETE', member(owner.userId));
    }),
  ),
  ...guarded(`POST ${OWNER}`),
  ...scenarios(
    `POST ${OWNER}`,
    succeeds(200, 'a member', async () => {
      const { owner, user } = await withMember();
      return handOver(owner, user.userId);
    }),
    refuses(400, 'invalid_request', 'oneself', ({ owner }) => handOver(owner, owner.userId)),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => handOver(one, one.userId)),
    refuses(404, 'not_found', 'a user of another account', ({ owner, stranger }) =>
      handOver(owner, stranger.userId),
    ),
    refuses(409, 'conflict', 'two at once', async () => {
      for (let tries = 1; ; tries += 1) {
        const { owner, user } = await withMember();
        const heirs = [user, await newUser(owner)];
        const answers = await Promise.all(heirs.map(({ userId }) => handOver(owner, userId)));
        // The requests must collide: the loser is no longer an owner.
        const beaten = answers.find(({ status }) => status === 409);
        if (beaten || tries === TRIES_MAX) return beaten ?? handOver(owner, user.userId);
      }
    }),
  ),
  ...needsToken(`GET ${ACCOUNTS}`),
  ...scenarios(
    `GET ${ACCOUNTS}`,
    succeeds(200, 'an owner', ({ owner }) => owner.call('GET', ACCOUNTS)),
    succeeds(200, 'a user without an account', ({ loner }) => loner.call('GET', ACCOUNTS)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('GET', ACCOUNTS)),
  ),
];

const invitations = [
  ...guarded(`POST ${INVITATIONS}`),
  ...scenarios(
    `POST ${INVITATIONS}`,
    succeeds(201, 'an address', ({ owner }) => invite(owner, newEmail())),
    succeeds(201, 'the address of a login', ({ owner, stranger }) => invite(owner, stranger.email)),
    refusesEach(
      400,
      'invalid_request',
      (body: unknown) =>
        ({ owner }: World) =>
          owner.call('POST', INVITATIONS, { body }),
      {
        'no address': {},
        'an invalid address': { email: 'ada' },
        'a role of the platform': { email: 'ada@example.com', role: 'platform' },
      },
    ),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => invite(one, newEmail())),
    refuses(409, 'conflict', 'somebody of the account', ({ owner, member: { email } }) =>
      invite(owner, email),
    ),
  ),
  ...needsToken(`GET ${INVITATIONS}`),
  ...scenarios(
    `GET ${INVITATIONS}`,
    succeeds(200, 'an owner', ({ owner }) => owner.call('GET', INVITATIONS)),
    refuses(400, 'invalid_request', 'an invalid cursor', ({ owner }) =>
      owner.call('GET', `${INVITATIONS}?starting_after=${ABSENT.invitation}`),
    ),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => one.call('GET', INVITATIONS)),
  ),
  ...guarded(`DELETE ${INVITATION}`),
  ...scenarios(
    `DELETE ${INVITATION}`,
    succeeds(200, 'one that waits', async ({ owner }) =>
      owner.call('DELETE', `${INVITATIONS}/${(await newInvitation(owner)).id}`),
    ),
    refuses(403, 'forbidden', 'a member', async ({ owner, member: one }) =>
      one.call('DELETE', `${INVITATIONS}/${(await newInvitation(owner)).id}`),
    ),
    refuses(404, 'not_found', 'one of another account', async ({ owner, stranger }) =>
      stranger.call('DELETE', `${INVITATIONS}/${(await newInvitation(owner)).id}`),
    ),
    refuses(409, 'conflict', 'an accepted one', async (world) => {
      const { id, token } = await invited(world);
      await must(() => accept({ token, password: newPassword() }));
      return world.owner.call('DELETE', `${INVITATIONS}/${id}`);
    }),
  ),
  ...scenarios(
    `POST ${ACCEPT}`,
    succeeds(200, 'somebody new', async (world) =>
      accept({ token: (await invited(world)).token, password: newPassword(), name: 'Grace' }),
    ),
    succeeds(200, 'somebody without an account', async ({ owner }) => {
      const user = await newUser();
      await must(() => invite(owner, user.email));
      const { token } = await findLink(user.email, /invited/);
      return accept({ token, password: user.password });
    }),
    succeeds(200, 'a user of another account', async ({ owner }) => {
      const other = await newOwner();
      await must(() => invite(owner, other.email));
      const { token } = await findLink(other.email, /invited/);
      return accept({ token, password: other.password });
    }),
    refuses(400, 'invalid_request', 'a password that is too short', async (world) =>
      accept({ token: (await invited(world)).token, password: 'short' }),
    ),
    refuses(400, 'invalid_grant', 'an unknown token', () =>
      accept({ token: UNKNOWN, password: newPassword() }),
    ),
    refuses(
      401,
      'invalid_credentials',
      'another password than that of the login',
      async (world) => {
        const other = await newOwner();
        await must(() => invite(world.owner, other.email));
        const { token } = await findLink(other.email, /invited/);
        return accept({ token, password: newPassword() });
      },
    ),
  ),
  ...scenarios(
    `POST ${ACCEPT}`,
    refuses(409, 'conflict', 'a login that another account created', async ({ owner }) => {
      const { user } = await withMember();
      await must(() => invite(owner, user.email));
      const { token } = await findLink(user.email, /invited/);
      return accept({ token, password: user.password });
    }),
  ),
  ...scenarios(
    `GET ${PAGE}`,
    succeeds(200, 'the link of a mail', async (world) => openPage((await invited(world)).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/auth/invitations/${UNKNOWN}`)),
  ),
  ...scenarios(
    `POST ${PAGE}`,
    succeeds(200, 'a password', async (world) =>
      submit((await invited(world)).url, { password: newPassword() }),
    ),
    refuses(400, 'invalid_request', 'broken JSON', async (world) =>
      browse((await invited(world)).url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"password":',
      }),
    ),
    refuses(404, 'not_found', 'an unknown link', () =>
      submit(`/auth/invitations/${UNKNOWN}`, { password: newPassword() }),
    ),
  ),
];

const submit = (address: string, form: Readonly<Record<string, string>>) =>
  hashing(() => browse(address, { method: 'POST', body: new URLSearchParams(form) }));

export const teamScenarios = [...members, ...invitations];
