import { newPassword } from '@florin/system-kit';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { accept, invited, newInvitation } from '../prepare/teams.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';

const INVITATIONS = '/v1/invitations';

export const contract: Contract = {
  operation: 'DELETE /v1/invitations/{invitation_id}',
  access: [
    about('look after the team', 'invitation', {
      fresh: async ({ owner }) => newInvitation(owner),
    }),
  ],
  events: ['invitation.revoked'],
  scenarios: [
    guarded,
    succeeds(200, 'one that waits', async ({ owner }) =>
      owner.call('DELETE', `${INVITATIONS}/${(await newInvitation(owner)).id}`),
    ),
    refuses(403, 'forbidden', 'a member', async ({ owner, member: one }) =>
      one.call('DELETE', `${INVITATIONS}/${(await newInvitation(owner)).id}`),
    ),
    refuses(404, 'not_found', 'one of another account', async ({ owner, stranger }) =>
      stranger.call('DELETE', `${INVITATIONS}/${(await newInvitation(owner)).id}`),
    ),
    refuses(409, 'conflict', 'an accepted one', async (world) => {
      const { id, token } = await invited(world);
      await must(() => accept({ token, password: newPassword() }));
      return world.owner.call('DELETE', `${INVITATIONS}/${id}`);
    }),
  ],
};
