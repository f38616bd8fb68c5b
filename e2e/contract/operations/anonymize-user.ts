import { newMember } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newUser } from '../people.ts';
import { by, guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const at = (userId: string) => `/v1/users/${userId}`;
const erase = (id: string) => `${at(id)}/anonymize`;

export const contract: Contract = {
  operation: 'POST /v1/users/{user_id}/anonymize',
  access: [
    about('change users', 'user', {
      fresh: newMember,
      foreign: '403 forbidden',
    }),
  ],
  events: ['session.ended', 'user.anonymized', 'user.deleted'],
  scenarios: [
    guarded,
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
    refuses(404, 'not_found', 'no such user', by('loner', 'POST', erase(ABSENT.user))),
  ],
};
