import { newEmail } from '@florin/system-kit';
import { newMember } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newOwner, newUser } from '../people.ts';
import { by, guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const at = (userId: string) => `/v1/users/${userId}`;

export const contract: Contract = {
  operation: 'DELETE /v1/users/{user_id}',
  access: [
    about('change users', 'user', {
      fresh: newMember,
      foreign: '403 forbidden',
    }),
  ],
  events: ['api_key.revoked', 'invitation.revoked', 'session.ended', 'user.deleted'],
  scenarios: [
    guarded,
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
    refuses(404, 'not_found', 'an unknown user', by('loner', 'DELETE', at(ABSENT.user))),
    refuses(404, 'not_found', 'a malformed id', ({ admin }) => admin.call('DELETE', at('me'))),
    refuses(404, 'not_found', 'a deleted user', async ({ admin }) => {
      const { userId } = await newUser();
      await admin.call('DELETE', at(userId));
      return admin.call('DELETE', at(userId));
    }),
  ],
};
