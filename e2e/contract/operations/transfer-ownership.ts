import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner, newUser, type Person } from '../people.ts';
import { withMember } from '../prepare/teams.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

/** Rounds of two parallel requests, until they collide. */
const TRIES_MAX = 5;

const transferOwnership = (by: Person, userId: string) =>
  by.call('POST', '/v1/account/owner', { body: { user_id: userId } });

export const contract: Contract = {
  operation: 'POST /v1/account/owner',
  access: [
    aboutField('hand the account over', ['user_id', 'user'], {
      fresh: async () => {
        const as = await newOwner();
        return { as, body: { user_id: (await newUser(as)).userId } };
      },
    }),
  ],
  events: ['user.updated'],
  scenarios: [
    guarded,
    succeeds(200, 'a member', async () => {
      const { owner, user } = await withMember();
      return transferOwnership(owner, user.userId);
    }),
    refuses(400, 'invalid_request', 'oneself', ({ owner }) =>
      transferOwnership(owner, owner.userId),
    ),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => transferOwnership(one, one.userId)),
    refuses(404, 'not_found', 'a user of another account', ({ owner, stranger }) =>
      transferOwnership(owner, stranger.userId),
    ),
    refuses(409, 'conflict', 'two at once', async () => {
      for (let tries = 1; ; tries += 1) {
        const { owner, user } = await withMember();
        const heirs = [user, await newUser(owner)];
        const answers = await Promise.all(
          heirs.map(({ userId }) => transferOwnership(owner, userId)),
        );
        // The requests must collide: the loser is no longer an owner.
        const beaten = answers.find(({ status }) => status === 409);
        if (beaten || tries === TRIES_MAX) return beaten ?? transferOwnership(owner, user.userId);
      }
    }),
  ],
};
