import { z } from 'zod';
import { templateKinds } from './mail-template.ts';
import {
  accountId,
  choice,
  createdAt,
  instantOrNull,
  livemode,
  objectOf,
  ownId,
} from './members.ts';

/** Kinds of mail about an account's business: to its customers, and to the account. */
export const mailKinds = [
  ...templateKinds,
  ...(['key_made', 'key_rotated', 'payout_failed', 'endpoint_failing'] as const),
  'endpoint_disabled',
  ...(['dispute_opened', 'dispute_lost', 'refund_failed'] as const),
] as const;

export const mailStatuses = ['waiting', 'sent', 'dropped', 'failed'] as const;
export type MailStatus = (typeof mailStatuses)[number];

export const mailSchema = z
  .object({
    id: ownId('mail', 'mail'),
    object: objectOf('mail'),
    livemode,
    account_id: accountId,
    kind: z.enum(mailKinds).meta({
      description: 'What it is about: each kind is written for one event.',
      examples: ['receipt'],
    }),
    to: z.string().nullable().meta({ description: 'Who gets it; null while that is not known.' }),
    status: choice(mailStatuses, 'What has become of it', {
      waiting: 'it is to be sent, or tried again',
      sent: 'a mail server has taken it',
      dropped: 'nobody needs it any more, or the address takes none',
      failed: 'it was refused for good',
    }),
    attempts: z.int().describe('How often it was handed to a mail server, or was to be.'),
    reason: z.string().nullable().meta({
      description:
        'Why the last attempt failed, or why it was dropped, for people; null otherwise.',
    }),
    created_at: createdAt,
    ended_at: instantOrNull(
      'When it was sent, dropped or given up (RFC 3339, UTC); null while it waits.',
    ),
  })
  .meta({
    id: 'Mail',
    description:
      'A mail about the business of an account, that somebody has got or is to get. What it says is kept nowhere; all of it is forgotten after 45 days.',
  });
