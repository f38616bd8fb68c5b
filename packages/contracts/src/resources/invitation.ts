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
    email: z.string().describe('Who is invited: where the mail with the link goes.'),
    role: z.enum(teamRoles).describe('Role that they get in the account.'),
    status: choice(invitationStatuses, 'What has become of it', {
      pending: 'they can join by it',
      accepted: 'they have joined',
      revoked: 'it was taken back',
      expired: 'its time is over',
    }),
    invited_by_id: idOrNull(
      'user',
      'User who has invited them',
      'Null where an API key has invited them, or that user is not known.',
    ),
    created_at: createdAt,
    expires_at: instant('Until when they can join by it (RFC 3339, UTC): seven days.'),
  })
  .meta({
    id: 'Invitation',
    description:
      'That somebody is asked by mail to join an account. What the link carries is in no answer and no event.',
  });

export type InvitationResource = z.output<typeof invitationSchema>;
