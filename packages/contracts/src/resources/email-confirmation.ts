import { z } from 'zod';
import { choice, createdAt, idOf, instant, livemodeOrNull, objectOf, ownId } from './members.ts';

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

export const emailConfirmationSchema = z
  .object({
    id: ownId('emailConfirmation', 'question'),
    object: objectOf('email_confirmation'),
    livemode: livemodeOrNull,
    user_id: idOf('user', 'Whose login it is about'),
    purpose: choice(confirmationPurposes, 'What the link in the mail does', {
      sign_up: 'it shows that a new user reads mail there',
      verify_email: 'it shows the same later on',
      password_reset: 'it sets another password',
      email_change: 'at the new address, it agrees to a change of email',
      email_release: 'at the address of before, it agrees to it',
      email_undo: 'it takes a change of email back',
      invitation: 'it joins an account',
      new_login: 'it ends the session of a login from somewhere new',
    }),
    email: z.string().meta({ description: 'Where the mail goes.' }),
    new_email: z.string().nullable().meta({
      description: 'What the login is to be, or has become, where that changes; null for all else.',
    }),
    created_at: createdAt,
    expires_at: instant('Until when the link works (RFC 3339, UTC).'),
  })
  .meta({
    id: 'EmailConfirmation',
    description:
      'That somebody was asked by mail to confirm something of their login. What the link carries is in no event.',
  });

export type ConfirmationPurpose = (typeof confirmationPurposes)[number];
