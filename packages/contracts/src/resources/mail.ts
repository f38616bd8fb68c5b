import { z } from 'zod';
import { templateKinds } from './mail-template.ts';

/** What is written about an account's business: to its customers, and to who looks after it. */
export const mailKinds = [
  ...templateKinds,
  ...(['key_made', 'key_rotated', 'payout_failed', 'endpoint_failing'] as const),
  'endpoint_disabled',
] as const;

export const mailStatuses = ['waiting', 'sent', 'dropped', 'failed'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail that somebody has got, or was to get. */
export const mailSchema = z.object({
  id: z.string(),
  object: z.literal('mail'),
  livemode: z.boolean(),
  account_id: z.string(),
  kind: z.enum(mailKinds),
  to: z.string().nullable().meta({ description: 'Null until it is known.' }),
  status: z.enum(mailStatuses).meta({
    description:
      'Sent: a mail server has taken it. Dropped: nobody needs it, or the address takes none. Failed: it was refused for good.',
  }),
  attempts: z.int(),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why the last attempt failed, or why it was dropped.' }),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable().meta({ description: 'Null while it waits.' }),
});
