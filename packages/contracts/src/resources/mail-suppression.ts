import { z } from 'zod';

export const suppressionReasons = ['bounce', 'complaint', 'unsubscribed'] as const;

/** An address that nothing, or not everything, is sent to any more. */
export const mailSuppressionSchema = z.object({
  id: z.string(),
  object: z.literal('mail_suppression'),
  /** Null where it is of all accounts. */
  livemode: z.boolean().nullable(),
  account_id: z.string().nullable().meta({ description: 'Null where it is of all accounts.' }),
  email: z.string(),
  reason: z.enum(suppressionReasons).meta({
    description:
      'Mail to it came back, its reader called some of it spam, or does not want what is no duty.',
  }),
  created_at: z.iso.datetime(),
});

export type SuppressionReason = (typeof suppressionReasons)[number];
export type MailSuppressionResource = z.output<typeof mailSuppressionSchema>;
