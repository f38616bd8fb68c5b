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
      'Account whose mails do not go there',
      'Null where it is those of all accounts.',
    ),
    email: z.string().describe('The address.'),
    reason: choice(suppressionReasons, 'Why', {
      bounce: 'mail to it came back',
      complaint: 'its reader called a mail of Florin spam',
      unsubscribed: 'its reader does without mails that are no duty, and gets all others',
    }),
    created_at: createdAt,
  })
  .meta({
    id: 'MailSuppression',
    description:
      'An address that nothing, or not everything, is sent to any more. Mails by which people get back to their login are always sent.',
  });

export type SuppressionReason = (typeof suppressionReasons)[number];
export type MailSuppressionResource = z.output<typeof mailSuppressionSchema>;
