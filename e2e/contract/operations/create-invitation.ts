import { newEmail } from '@florin/system-kit';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { invite } from '../prepare/teams.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

export const contract: Contract = {
  operation: 'POST /v1/invitations',
  access: [
    about('list the team', undefined, {
      body: { email: 'grace@example.com' },
      fresh: async () => ({ body: { email: newEmail() } }),
    }),
  ],
  events: ['email_confirmation.requested', 'invitation.created'],
  scenarios: [
    guarded,
    succeeds(201, 'an address', ({ owner }) => invite(owner, newEmail())),
    succeeds(201, 'the address of a login', ({ owner, stranger }) => invite(owner, stranger.email)),
    refusesEach(
      400,
      'invalid_request',
      (body: unknown) =>
        ({ owner }: World) =>
          owner.call('POST', '/v1/invitations', { body }),
      {
        'no address': {},
        'an invalid address': { email: 'ada' },
        'a role of the platform': { email: 'ada@example.com', role: 'platform' },
      },
    ),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => invite(one, newEmail())),
    refuses(409, 'conflict', 'a user of the account', ({ owner, member: { email } }) =>
      invite(owner, email),
    ),
  ],
};
