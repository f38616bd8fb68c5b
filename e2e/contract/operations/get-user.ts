import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newUser } from '../people.ts';
import { by, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const see = (userId: string) => `/v1/users/${userId}`;

export const contract: Contract = {
  operation: 'GET /v1/users/{user_id}',
  access: [about('read users', 'user')],
  scenarios: [
    needsToken,
    succeeds(200, 'oneself', ({ loner }) => loner.call('GET', see(loner.userId))),
    succeeds(200, 'a member, for the owner', ({ owner, member }) =>
      owner.call('GET', see(member.userId)),
    ),
    succeeds(200, 'anybody, for an admin', ({ admin, loner }) =>
      admin.call('GET', see(loner.userId)),
    ),
    succeeds(200, 'anybody, for the platform', ({ platform, loner }) =>
      platform.call('GET', see(loner.userId)),
    ),
    refuses(404, 'not_found', 'a user of another account', ({ owner, stranger }) =>
      owner.call('GET', see(stranger.userId)),
    ),
    refuses(404, 'not_found', 'the owner, for a member', ({ owner, member }) =>
      member.call('GET', see(owner.userId)),
    ),
    refuses(404, 'not_found', 'an unknown user', by('admin', 'GET', see(ABSENT.user))),
    refuses(404, 'not_found', 'a malformed id', ({ admin }) => admin.call('GET', see('me'))),
    refuses(404, 'not_found', 'a deleted user', async ({ admin }) => {
      const { userId } = await newUser();
      await admin.call('DELETE', see(userId));
      return admin.call('GET', see(userId));
    }),
  ],
};
