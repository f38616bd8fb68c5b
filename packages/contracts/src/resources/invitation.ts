import { z } from 'zod';
import { teamRoles } from '../callers.ts';
import {
  accountId,
  choice,
  createdAt,
  idOrNull,
  instant,
  livemode,
  objectOf,
  ownId,
} from './members.ts';

export const invitationStatuses = ['pending', 'accepted', 'revoked', 'expired'] as const;

export const invitationSchema = z
  .object({
    id: ownId('invitation', 'invitation'),
    object: objectOf('invitation'),
    livemode,
    account_id: accountId,
    email: z.string().describe('Email address of the invited person.'),
    role: z.enum(teamRoles).describe('Role in the account after joining.'),
    status: choice(invitationStatuses, 'Status of the invitation', {
      pending: 'not accepted yet',
      accepted: 'the person joined the account',
      revoked: 'withdrawn; its link no longer works',
      expired: 'not accepted within seven days',
    }),
    invited_by_id: idOrNull(
      'user',
      'User who sent the invitation',
      'Null if an API key sent it, or the user is unknown.',
    ),
    created_at: createdAt,
    expires_at: instant('When the invitation expires (RFC 3339, UTC): after seven days.'),
  })
  .meta({
    id: 'Invitation',
    description:
      'An invitation by mail to join an account. The token of its link is in no response and no event.',
  });

export type InvitationResource = z.output<typeof invitationSchema>;
