import { z } from 'zod';

/** What a link in a mail is for. */
export const confirmationPurposes = [
  'sign_up',
  'verify_email',
  'password_reset',
  'email_change',
  'email_release',
  'email_undo',
  'invitation',
  'new_login',
] as const;

/** That somebody was asked by mail to confirm something of their login; what the link carries is not in it. */
export const emailConfirmationSchema = z.object({
  id: z.string(),
  object: z.literal('email_confirmation'),
  /** Null outside any account. */
  livemode: z.boolean().nullable(),
  user_id: z.string(),
  purpose: z.enum(confirmationPurposes),
  email: z.string().meta({ description: 'Where the mail goes.' }),
  new_email: z
    .string()
    .nullable()
    .meta({ description: 'What the login is to be, or has become, where that changes.' }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

export type ConfirmationPurpose = (typeof confirmationPurposes)[number];
