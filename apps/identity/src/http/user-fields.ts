import { parsePublicId, roles, type Uuid } from '@florin/contracts';
import { z } from 'zod';

/** Which account a user is put in; what names no account is refused where it is used. */
const accountIdField = z
  .string({ error: 'must be the id of an account' })
  .transform((id, context): Uuid => {
    const uuid = parsePublicId('account', id);
    if (uuid !== undefined) return uuid;
    context.issues.push({ code: 'custom', input: id, message: 'must be the id of an account' });
    return z.NEVER;
  })
  .nullable();

/** What only an admin says of a user; from everybody else it is not even looked at. */
export const placeSchema = z.object({
  account_id: accountIdField.optional(),
  role: z
    .enum(roles, { error: `must be one of ${roles.join(', ')}` })
    .nullable()
    .optional(),
});

/** What an owner says of a user of their account. */
export const teamSchema = z.object({
  role: z
    .enum(['member', 'owner'], { error: 'an owner makes members and owners, no others' })
    .optional(),
});

const SEARCH_LENGTH_MAX = 254;

export const searchField = z
  .string()
  .max(SEARCH_LENGTH_MAX, `must have at most ${SEARCH_LENGTH_MAX} characters`)
  .transform((text) => text || undefined)
  .optional()
  .meta({ description: 'Part of a name or email, in any case; every character means itself.' });

const USERNAME_LENGTH_MAX = 64;

/** A login beside the email. ASCII, so that no two look alike; without @, so that none is one. */
export const usernameField = z
  .string({ error: 'must be a string' })
  .regex(
    /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i,
    'takes letters, digits and, between them, dots, hyphens and underscores',
  )
  .max(USERNAME_LENGTH_MAX, `must have at most ${USERNAME_LENGTH_MAX} characters`)
  .transform((username) => username.toLowerCase());
