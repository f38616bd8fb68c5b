import { z } from 'zod';
import { teamRoles } from '../callers.ts';
import { createdAt, idOf, livemode, objectOf, ownId, updatedAt } from './members.ts';

export const membershipSchema = z
  .object({
    id: ownId('membership', 'membership'),
    object: objectOf('membership'),
    livemode,
    user_id: idOf('user', 'User who belongs to the account'),
    account_id: idOf('account', 'Account that the user belongs to'),
    role: z.enum(teamRoles).describe('Role of the user in this account.'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Membership',
    description:
      "A user's membership in a further account. The first account is shown on the user.",
  });

export type MembershipResource = z.output<typeof membershipSchema>;
