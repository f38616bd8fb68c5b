import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const member = (userId: string) => `/v1/account/users/${userId}`;

export const contract: Contract = {
  operation: 'GET /v1/account/users/{user_id}',
  access: [about('look after the team', 'user')],
  scenarios: [
    needsToken,
    succeeds(200, 'a member, for the owner', ({ owner, member: { userId } }) =>
      owner.call('GET', member(userId)),
    ),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => one.call('GET', member(one.userId))),
    refuses(404, 'not_found', 'a user of another account', ({ owner, stranger }) =>
      owner.call('GET', member(stranger.userId)),
    ),
  ],
};
