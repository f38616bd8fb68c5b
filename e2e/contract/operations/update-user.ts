import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner, newUser } from '../people.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const at = (userId: string) => `/v1/users/${userId}`;

/** The owner changes a member. */
const change =
  (body: unknown) =>
  ({ owner, member }: World) =>
    owner.call('PATCH', at(member.userId), { body });

export const contract: Contract = {
  operation: 'PATCH /v1/users/{user_id}',
  access: [about('change users', 'user', { body: { name: 'Changed' } })],
  events: ['session.ended', 'user.updated'],
  scenarios: [
    guarded,
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
    refuses(404, 'not_found', 'an unknown user', ({ admin }) =>
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
  ],
};
