import { z } from 'zod';
import { teamRoles } from '../callers.ts';
import { createdAt, idOf, livemode, objectOf, ownId, updatedAt } from './members.ts';

export const membershipSchema = z
  .object({
    id: ownId('membership', 'membership'),
    object: objectOf('membership'),
    livemode,
    user_id: idOf('user', 'User who belongs to the account'),
    account_id: idOf('account', 'Account that they belong to'),
    role: z.enum(teamRoles).describe('What they may do in this account.'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Membership',
    description:
      'That a user belongs to an account besides their first one, which is shown with the user.',
  });

export type MembershipResource = z.output<typeof membershipSchema>;
