import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner } from '../people.ts';
import { newGuest, patch, withMember } from '../prepare/teams.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

export const contract: Contract = {
  operation: 'PATCH /v1/account/users/{user_id}',
  access: [
    about('look after the team', 'user', {
      body: { role: 'member' },
    }),
  ],
  events: ['membership.updated', 'user.updated'],
  scenarios: [
    guarded,
    ...['account_admin', 'developer', 'accountant', 'support', 'owner', 'member'].map((role) =>
      succeeds(200, `to ${role}`, async () => {
        const { owner, user } = await withMember();
        return patch(owner, user.userId, { role });
      }),
    ),
    succeeds(200, 'of a user of two accounts', async ({ owner }) =>
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
  ],
};
