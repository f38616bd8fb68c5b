import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newUser } from '../people.ts';
import { open } from '../prepare/accounts.ts';
import { by, needsToken, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/account',
  access: [about('read the own account', undefined)],
  scenarios: [
    needsToken,
    succeeds(200, 'the owner', ({ owner }) => owner.call('GET', '/v1/account')),
    succeeds(200, 'a member', ({ member }) => member.call('GET', '/v1/account')),
    succeeds(200, 'a suspended account', ({ suspended }) => suspended.call('GET', '/v1/account')),
    succeeds(200, 'a new owner by the token from before', async () => {
      const user = await newUser();
      await open({ email: user.email }, user.token);
      return user.call('GET', '/v1/account');
    }),
    refuses(401, 'unauthorized', 'a closed account', by('closed', 'GET', '/v1/account')),
    refuses(401, 'unauthorized', 'a suspended user', async ({ admin, owner }) => {
      const person = await newUser(owner);
      const body = { status: 'suspended' };
      await admin.call('PATCH', `/v1/users/${person.userId}`, { body });
      return person.call('GET', '/v1/account');
    }),
    refuses(403, 'forbidden', 'a user without an account', by('loner', 'GET', '/v1/account')),
  ],
};
