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
    email: z.string().describe('By which they log in, in lower case: unique among users.'),
    email_verified: z
      .boolean()
      .meta({ description: 'Whether somebody has shown that they read mail at it.' }),
    username: z
      .string()
      .nullable()
      .describe('By which they log in as well, in lower case; null where they have none.'),
    name: z.string().nullable().describe('What they are called; null where nobody has said.'),
    status: choice(['active', 'suspended', 'pending'], 'Whether they can log in', {
      active: 'they can',
      suspended: 'somebody in charge has stopped them',
      pending: 'somebody in charge has still to let them in',
    }),
    account_id: idOrNull(
      'account',
      'Account that they belong to first',
      'Null for a user without one. Others that they belong to are memberships.',
    ),
    role: z.enum(roles).nullable().describe('What they may do in that account; null without one.'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'User', description: 'Somebody who can log in.' });

/** As `user.anonymized` carries it. */
export const anonymizedUserSchema = userSchema
  .extend({
    invitation_ids: z
      .array(z.string())
      .describe('Invitations (`ivt_…`) that were sent to the erased email.'),
  })
  .meta({ id: 'AnonymizedUser', description: 'A user whose personal data was erased.' });

export type AnonymizedUserResource = z.output<typeof anonymizedUserSchema>;
export type UserResource = z.output<typeof userSchema>;
