import { newEmail } from '@florin/system-kit';
import { must, newOwner, newUser } from '../people.ts';
import { guarded, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const at = (userId: string) => `/v1/users/${userId}`;

/** The owner changes a member. */
const change =
  (body: unknown) =>
  ({ owner, member }: World) =>
    owner.call('PATCH', at(member.userId), { body });

export const updateUserScenarios = [
  ...guarded('PATCH /v1/users/{user_id}'),
  ...scenarios(
    'PATCH /v1/users/{user_id}',
    succeeds(200, 'a name', change({ name: 'Ada King' })),
    succeeds(200, 'nothing', change({})),
    succeeds(200, 'a read-only field, unchanged', ({ loner }) =>
      loner.call('PATCH', at(loner.userId), { body: { email: loner.email, id: loner.userId } }),
    ),
    succeeds(200, 'a password of one’s own', async () => {
      const user = await newUser();
      return user.call('PATCH', at(user.userId), { body: { password: 'correct horse' } });
    }),
    succeeds(200, 'a member suspended and active again', async ({ owner }) => {
      const { userId } = await newUser(owner);
      await owner.call('PATCH', at(userId), { body: { status: 'suspended' } });
      return owner.call('PATCH', at(userId), { body: { status: 'active' } });
    }),
    succeeds(200, 'a role, by an admin', async ({ admin, owner }) => {
      const { userId } = await newUser(owner);
      return admin.call('PATCH', at(userId), { body: { role: 'owner' } });
    }),
    succeeds(200, 'a role, by an owner', async ({ owner }) => {
      const { userId } = await newUser(owner);
      await owner.call('PATCH', at(userId), { body: { role: 'owner' } });
      return owner.call('PATCH', at(userId), { body: { role: 'member' } });
    }),
    refusesEach(400, 'invalid_request', change, {
      'a field that there is not': { nickname: 'Ada' },
      'a status that users do not have': { status: 'closed' },
      'a status that is no text': { status: true },
      'a short password': { password: '1234567' },
      'a long name': { name: 'x'.repeat(201) },
      'another email': { email: 'ada@example.com' },
      'another id': { id: ABSENT.user },
      'another role, by an owner': { role: 'admin' },
      'another account, by an owner': { account_id: ABSENT.account },
      'another time of creation': { created_at: '2020-01-01T00:00:00.000Z' },
      'broken JSON': '{"name"',
      'a list': [],
    }),
    refuses(401, 'unauthorized', 'one’s own status, raised', async () => {
      const user = await newUser();
      await user.call('PATCH', at(user.userId), { body: { status: 'pending' } });
      return user.call('PATCH', at(user.userId), { body: { status: 'active' } });
    }),
    refuses(401, 'unauthorized', 'a login that is its person’s own', async ({ admin, owner }) => {
      const { userId } = await newUser(admin, { account_id: owner.accountId });
      return owner.call('PATCH', at(userId), { body: { password: 'correct horse' } });
    }),
    refuses(401, 'unauthorized', 'the platform, which only reads', ({ platform, loner }) =>
      platform.call('PATCH', at(loner.userId), { body: { name: 'Ada' } }),
    ),
    refuses(404, 'not_found', 'a user of another account', ({ owner, stranger }) =>
      owner.call('PATCH', at(stranger.userId), { body: { name: 'Ada' } }),
    ),
    refuses(404, 'not_found', 'the owner, by a member', ({ owner, member }) =>
      member.call('PATCH', at(owner.userId), { body: { name: 'Ada' } }),
    ),
    refuses(404, 'not_found', 'nobody', ({ admin }) =>
      admin.call('PATCH', at(ABSENT.user), { body: { name: 'Ada' } }),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ admin }) =>
      admin.call('PATCH', at('me'), { body: { name: 'Ada' } }),
    ),
    refuses(409, 'conflict', 'a username that is taken', async () => {
      const [one, other] = await Promise.all([newUser(), newUser()]);
      const body = { username: `ada-${one.userId.slice(-20)}` };
      await one.call('PATCH', at(one.userId), { body });
      return other.call('PATCH', at(other.userId), { body });
    }),
    refusesEach(
      409,
      'conflict',
      (body: object) =>
        ({ stranger }) =>
          stranger.call('PATCH', at(stranger.userId), { body }),
      {
        'the last owner suspended': { status: 'suspended' },
        'the last owner set pending': { status: 'pending' },
        'the last owner made a member': { role: 'member' },
      },
    ),
    succeeds(200, 'the last owner suspended by an admin', async ({ admin }) => {
      const owner = await newOwner();
      return admin.call('PATCH', at(owner.userId), { body: { status: 'suspended' } });
    }),
    refuses(409, 'conflict', 'the last owner moved by an admin', ({ admin, stranger }) =>
      admin.call('PATCH', at(stranger.userId), { body: { account_id: null } }),
    ),
  ),
];

const anonymize = 'POST /v1/users/{user_id}/anonymize';
const erase = (id: string) => `${at(id)}/anonymize`;

export const anonymizeUserScenarios = [
  ...guarded(anonymize),
  ...scenarios(
    anonymize,
    succeeds(200, 'oneself', async () => {
      const user = await newUser();
      return user.call('POST', erase(user.userId));
    }),
    succeeds(200, 'a member, by the owner', async ({ owner }) => {
      const { userId } = await newUser(owner);
      return owner.call('POST', erase(userId));
    }),
    succeeds(200, 'an erased user', async ({ owner }) => {
      const { userId } = await newUser(owner);
      await must(() => owner.call('POST', erase(userId)));
      return owner.call('POST', erase(userId));
    }),
    refuses(400, 'invalid_request', 'an invalid choice', async ({ owner }) => {
      const { userId } = await newUser(owner);
      return owner.call('POST', erase(userId), { body: { revoke_keys: 'all' } });
    }),
    refuses(403, 'forbidden', 'a login that is its person’s own', async ({ admin, owner }) => {
      const { userId } = await newUser(admin, { account_id: owner.accountId });
      return owner.call('POST', erase(userId));
    }),
    refuses(403, 'forbidden', 'a user of another account', ({ owner, stranger }) =>
      owner.call('POST', erase(stranger.userId)),
    ),
    refuses(409, 'conflict', 'the last owner of an account', ({ stranger }) =>
      stranger.call('POST', erase(stranger.userId)),
    ),
    refuses(404, 'not_found', 'no such user', ({ loner }) =>
      loner.call('POST', erase(ABSENT.user)),
    ),
  ),
];

export const deleteUserScenarios = [
  ...guarded('DELETE /v1/users/{user_id}'),
  ...scenarios(
    'DELETE /v1/users/{user_id}',
    succeeds(200, 'oneself', async () => {
      const user = await newUser();
      return user.call('DELETE', at(user.userId));
    }),
    succeeds(200, 'a member, by the owner', async ({ owner }) => {
      const { userId } = await newUser(owner);
      return owner.call('DELETE', at(userId));
    }),
    succeeds(200, 'anybody, by an admin', async ({ admin }) => {
      const { userId } = await newUser();
      return admin.call('DELETE', at(userId));
    }),
    succeeds(200, 'another owner of the account', async ({ owner }) => {
      const { userId } = await newUser(owner);
      await owner.call('PATCH', at(userId), { body: { role: 'owner' } });
      return owner.call('DELETE', at(userId));
    }),
    succeeds(200, 'an owner with their API keys, by an admin', async ({ admin }) => {
      const owner = await newOwner();
      await must(() => owner.call('POST', '/v1/api_keys', { body: { name: 'till' } }));
      await must(() => owner.call('POST', '/v1/invitations', { body: { email: newEmail() } }));
      return admin.call('DELETE', at(owner.userId), { body: { revoke_keys: true } });
    }),
    refuses(400, 'invalid_request', 'an invalid choice', async ({ owner }) => {
      const { userId } = await newUser(owner);
      return owner.call('DELETE', at(userId), { body: { revoke_keys: 'all' } });
    }),
    refuses(403, 'forbidden', 'a login that is its person’s own', async ({ admin, owner }) => {
      const { userId } = await newUser(admin, { account_id: owner.accountId });
      return owner.call('DELETE', at(userId));
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, loner }) =>
      platform.call('DELETE', at(loner.userId)),
    ),
    refuses(403, 'forbidden', 'a user of another account', ({ owner, stranger }) =>
      owner.call('DELETE', at(stranger.userId)),
    ),
    refuses(403, 'forbidden', 'the owner, by a member', ({ owner, member }) =>
      member.call('DELETE', at(owner.userId)),
    ),
    refuses(409, 'conflict', 'the last owner of an account', ({ stranger }) =>
      stranger.call('DELETE', at(stranger.userId)),
    ),
    refuses(404, 'not_found', 'nobody', ({ loner }) => loner.call('DELETE', at(ABSENT.user))),
    refuses(404, 'not_found', 'a malformed id', ({ admin }) => admin.call('DELETE', at('me'))),
    refuses(404, 'not_found', 'a deleted user', async ({ admin }) => {
      const { userId } = await newUser();
      await admin.call('DELETE', at(userId));
      return admin.call('DELETE', at(userId));
    }),
  ),
];
