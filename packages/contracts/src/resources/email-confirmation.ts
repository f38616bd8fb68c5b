import { z } from 'zod';
import { choice, createdAt, idOf, instant, livemodeOrNull, objectOf, ownId } from './members.ts';

/** Purposes of links in mails. */
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

export const emailConfirmationSchema = z
  .object({
    id: ownId('emailConfirmation', 'question'),
    object: objectOf('email_confirmation'),
    livemode: livemodeOrNull,
    user_id: idOf('user', 'User whose login it is about'),
    purpose: choice(confirmationPurposes, 'Action of the link in the mail', {
      sign_up: 'verifies the email of a new user',
      verify_email: 'verifies the email of an existing user',
      password_reset: 'sets a new password',
      email_change: 'sent to the new address: agrees to a change of email',
      email_release: 'sent to the old address: agrees to a change of email',
      email_undo: 'undoes a change of email',
      invitation: 'joins an account',
      new_login: 'ends the session of a login from a new location',
    }),
    email: z.string().meta({ description: 'Address that the mail is sent to.' }),
    new_email: z.string().nullable().meta({
      description: 'New email of the login, if it changes; otherwise null.',
    }),
    created_at: createdAt,
    expires_at: instant('When the link expires (RFC 3339, UTC).'),
  })
  .meta({
    id: 'EmailConfirmation',
    description:
      'A mail that asks a user to confirm a change to their login. The token of its link is in no event.',
  });

export type ConfirmationPurpose = (typeof confirmationPurposes)[number];
