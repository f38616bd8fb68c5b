import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner, newUser } from '../people.ts';
import { enrolled } from '../prepare/factors.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'DELETE /v1/users/{user_id}/factors',
  access: [about('reset factors', 'user')],
  withoutEvents: 'second factors concern their user only',
  scenarios: [
    needsToken,
    succeeds(200, 'that of a member', async () => {
      const owner = await newOwner();
      const { person } = await enrolled(await newUser(owner));
      return owner.call('DELETE', `/v1/users/${person.userId}/factors`);
    }),
    refuses(403, 'forbidden', 'the own', async () => {
      const user = await newUser();
      return user.call('DELETE', `/v1/users/${user.userId}/factors`);
    }),
    refuses(
      403,
      'forbidden',
      'that of a login that is its person’s own',
      async ({ admin, owner }) => {
        const { userId } = await newUser(admin, { account_id: owner.accountId });
        return owner.call('DELETE', `/v1/users/${userId}/factors`);
      },
    ),
    refuses(403, 'forbidden', 'a suspended account, which only reads', ({ suspended }) =>
      suspended.call('DELETE', `/v1/users/${suspended.userId}/factors`),
    ),
    refuses(404, 'not_found', "another user's", ({ owner, stranger }) =>
      owner.call('DELETE', `/v1/users/${stranger.userId}/factors`),
    ),
  ],
};
