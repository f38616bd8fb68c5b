import { newPassword } from '@florin/system-kit';
import { findLink } from '../../mailbox.ts';
import type { Contract } from '../contract.ts';
import { must, newOwner, newUser } from '../people.ts';
import { accept, invite, invited, withMember } from '../prepare/teams.ts';
import { refuses, succeeds } from '../scenario.ts';

/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

export const contract: Contract = {
  operation: 'POST /v1/invitations/accept',
  access: 'by knowledge',
  events: ['invitation.accepted', 'membership.created', 'user.created', 'user.updated'],
  scenarios: [
    succeeds(200, 'a new user', async (world) =>
      accept({ token: (await invited(world)).token, password: newPassword(), name: 'Grace' }),
    ),
    succeeds(200, 'a user without an account', async ({ owner }) => {
      const user = await newUser();
      await must(() => invite(owner, user.email));
      const { token } = await findLink(user.email, /invited/);
      return accept({ token, password: user.password });
    }),
    succeeds(200, 'a user of another account', async ({ owner }) => {
      const other = await newOwner();
      await must(() => invite(owner, other.email));
      const { token } = await findLink(other.email, /invited/);
      return accept({ token, password: other.password });
    }),
    refuses(400, 'invalid_request', 'a password that is too short', async (world) =>
      accept({ token: (await invited(world)).token, password: 'short' }),
    ),
    refuses(400, 'invalid_grant', 'an unknown token', () =>
      accept({ token: UNKNOWN, password: newPassword() }),
    ),
    refuses(
      401,
      'invalid_credentials',
      'another password than that of the login',
      async (world) => {
        const other = await newOwner();
        await must(() => invite(world.owner, other.email));
        const { token } = await findLink(other.email, /invited/);
        return accept({ token, password: newPassword() });
      },
    ),
    refuses(409, 'conflict', 'a login that another account created', async ({ owner }) => {
      const { user } = await withMember();
      await must(() => invite(owner, user.email));
      const { token } = await findLink(user.email, /invited/);
      return accept({ token, password: user.password });
    }),
  ],
};
