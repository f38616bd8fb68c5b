import { z } from 'zod';
import { teamRoles } from '../callers.ts';

/** That a user belongs to an account besides the one that is shown with the user. */
export const membershipSchema = z.object({
  id: z.string(),
  object: z.literal('membership'),
  livemode: z.boolean(),
  user_id: z.string(),
  account_id: z.string(),
  role: z.enum(teamRoles),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type MembershipResource = z.output<typeof membershipSchema>;
