import { z } from 'zod';
import { teamRoles } from '../callers.ts';

export const invitationStatuses = ['pending', 'accepted', 'revoked', 'expired'] as const;

/** That somebody is asked by mail to join an account; what the link carries is not in it. */
export const invitationSchema = z.object({
  id: z.string(),
  object: z.literal('invitation'),
  livemode: z.boolean(),
  account_id: z.string(),
  email: z.string(),
  role: z.enum(teamRoles),
  status: z.enum(invitationStatuses),
  invited_by_id: z.string().nullable().meta({ description: 'The user who has asked.' }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

export type InvitationResource = z.output<typeof invitationSchema>;
