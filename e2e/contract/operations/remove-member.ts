import { newMember } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newOwner } from '../people.ts';
import { newGuest, newInvitation, patch, withMember } from '../prepare/teams.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

const member = (userId: string) => `/v1/account/users/${userId}`;

export const contract: Contract = {
  operation: 'DELETE /v1/account/users/{user_id}',
  access: [
    about('take out of the team', 'user', {
      fresh: newMember,
    }),
  ],
  events: [
    'api_key.revoked',
    'invitation.revoked',
    'membership.deleted',
    'session.ended',
    'user.updated',
  ],
  scenarios: [
    guarded,
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
  ],
};
