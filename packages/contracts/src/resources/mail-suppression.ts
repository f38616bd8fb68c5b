import { z } from 'zod';
import { choice, createdAt, idOrNull, livemodeOrNull, objectOf, ownId } from './members.ts';

export const suppressionReasons = ['bounce', 'complaint', 'unsubscribed'] as const;

export const mailSuppressionSchema = z
  .object({
    id: ownId('mailSuppression', 'suppression'),
    object: objectOf('mail_suppression'),
    livemode: livemodeOrNull,
    account_id: idOrNull(
      'account',
      'Account whose mails are suppressed',
      'Null if mail of all accounts is suppressed.',
    ),
    email: z.string().describe('The suppressed address.'),
    reason: choice(suppressionReasons, 'Reason of the suppression', {
      bounce: 'mail to it bounced',
      complaint: 'its reader reported a mail of Florin as spam',
      unsubscribed: 'its reader unsubscribed from optional mails; required mails are still sent',
    }),
    created_at: createdAt,
  })
  .meta({
    id: 'MailSuppression',
    description:
      'An address that gets no mail, or only required mail. Mails for recovering a login are always sent.',
  });

export type SuppressionReason = (typeof suppressionReasons)[number];
export type MailSuppressionResource = z.output<typeof mailSuppressionSchema>;
