import { z } from 'zod';
import { roles } from '../callers.ts';

/** A user as clients see it. */
export const userSchema = z.object({
  id: z.string(),
  object: z.literal('user'),
  /** Null outside any account. */
  livemode: z.boolean().nullable(),
  email: z.string(),
  email_verified: z
    .boolean()
    .meta({ description: 'Whether somebody has shown that they read mail at it.' }),
  username: z.string().nullable(),
  name: z.string().nullable(),
  status: z.enum(['active', 'suspended', 'pending']),
  account_id: z.string().nullable(),
  role: z.enum(roles).nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type UserResource = z.output<typeof userSchema>;
