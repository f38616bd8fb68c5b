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

/** Types of mail about an account's business, to its customers and to the account. */
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
      description: 'Type of the mail: one for each event.',
      examples: ['receipt'],
    }),
    to: z.string().nullable().meta({ description: 'Recipient; null until it is known.' }),
    status: choice(mailStatuses, 'Status of the mail', {
      waiting: 'to be sent or retried',
      sent: 'accepted by a mail server',
      dropped: 'not sent, because it became obsolete or the address is suppressed',
      failed: 'failed permanently',
    }),
    attempts: z.int().describe('Number of delivery attempts.'),
    reason: z.string().nullable().meta({
      description:
        'Human-readable reason of the last failure, or why it was dropped; null otherwise.',
    }),
    created_at: createdAt,
    ended_at: instantOrNull(
      'When it was sent, dropped or failed permanently (RFC 3339, UTC); null while it waits.',
    ),
  })
  .meta({
    id: 'Mail',
    description:
      'A mail about the business of an account, sent or to be sent. Its text is not stored; the record is deleted after 45 days.',
  });
