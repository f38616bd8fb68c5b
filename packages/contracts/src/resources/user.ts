import { z } from 'zod';
import { roles } from '../callers.ts';
import {
  choice,
  createdAt,
  idOrNull,
  livemodeOrNull,
  objectOf,
  ownId,
  updatedAt,
} from './members.ts';

export const userSchema = z
  .object({
    id: ownId('user', 'user'),
    object: objectOf('user'),
    livemode: livemodeOrNull,
    email: z.string().describe('Login email, lowercase and unique among users.'),
    email_verified: z.boolean().meta({ description: 'Whether the user has verified the email.' }),
    username: z.string().nullable().describe('Alternative login name, lowercase; null if none.'),
    name: z.string().nullable().describe('Name of the user; null if none.'),
    status: choice(['active', 'suspended', 'pending'], 'Whether the user can log in', {
      active: 'they can',
      suspended: 'blocked by an admin',
      pending: 'waits for activation by an admin',
    }),
    account_id: idOrNull(
      'account',
      'First account of the user',
      'Null for a user without an account. Further accounts are memberships.',
    ),
    role: z.enum(roles).nullable().describe('Role of the user in that account; null if none.'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'User', description: 'A person who can log in.' });

/** The data of `user.anonymized`. */
export const anonymizedUserSchema = userSchema
  .extend({
    invitation_ids: z
      .array(z.string())
      .describe('Invitations (`ivt_…`) that were sent to the erased email.'),
  })
  .meta({ id: 'AnonymizedUser', description: 'A user whose personal data was erased.' });

export type AnonymizedUserResource = z.output<typeof anonymizedUserSchema>;
export type UserResource = z.output<typeof userSchema>;
