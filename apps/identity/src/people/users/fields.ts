import {
  type Caller,
  parsePublicId,
  roles,
  teamRoles,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { onlyAdminsChoose, validate } from '@florin/http-api';
import { z } from 'zod';
import { anyone, mayActOn, teamOf } from '../../domain/access.ts';
import {
  impliedMembership,
  type MembershipRequest,
  type UserChangeRequest,
} from '../../domain/user-change.ts';

/** The account of a user. A value that names no account is refused where it is used. */
const accountIdField = z
  .string({ error: 'must be the id of an account' })
  .transform((id, context): Uuid => {
    const uuid = parsePublicId('account', id);
    if (uuid !== undefined) return uuid;
    context.issues.push({ code: 'custom', input: id, message: 'must be the id of an account' });
    return z.NEVER;
  })
  .nullable();

/** Account and role, which only an admin may set; ignored from other callers. */
const membershipSchema = z.object({
  account_id: accountIdField.optional(),
  role: z
    .enum(roles, { error: `must be one of ${roles.join(', ')}` })
    .nullable()
    .optional(),
});

/** Role, which owners and account admins may set for their members. */
const teamSchema = z.object({
  role: z.enum(teamRoles, { error: `must be one of ${teamRoles.join(', ')}` }).optional(),
});

const SEARCH_LENGTH_MAX = 254;

export const searchField = z
  .string()
  .max(SEARCH_LENGTH_MAX, `must have at most ${SEARCH_LENGTH_MAX} characters`)
  .transform((text) => text || undefined)
  .optional()
  .meta({
    description: 'Matches part of a name or email, case-insensitive. There are no wildcards.',
  });

const USERNAME_LENGTH_MAX = 64;

/** A username. ASCII, so that no two look alike; without @, so that none is an email. */
export const usernameField = z
  .string({ error: 'must be a string' })
  .regex(
    /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i,
    'must have only letters, digits and, between them, dots, hyphens and underscores',
  )
  .max(USERNAME_LENGTH_MAX, `must have at most ${USERNAME_LENGTH_MAX} characters`)
  .meta({
    description:
      'Alternative login name: letters, digits and, between them, dots, hyphens and underscores, stored in lowercase. Null for none.',
    examples: ['ada.lovelace'],
  })
  .transform((username) => username.toLowerCase());

/** Accepts any value, since the valid ones depend on the caller. */
export const membershipField = (description: string) =>
  z
    .unknown()
    .optional()
    .meta({ type: ['string', 'null'], description });

interface SentMembership {
  readonly account_id?: unknown;
  readonly role?: unknown;
}

const nothingAsked: MembershipRequest = { accountId: undefined, role: undefined };

/** Admins may request any membership; other callers only the one that is implied. */
export function newMembershipOf(caller: Caller, sent: SentMembership): MembershipRequest {
  if (mayActOn(caller, anyone, 'move')) return adminsChoice(sent);
  const { accountId, role } = impliedMembership(caller);
  const implied = { account_id: accountId && toPublicId('account', accountId), role };
  for (const name of ['account_id', 'role'] as const)
    if (sent[name] !== undefined && sent[name] !== implied[name]) throw onlyAdminsChoose(name);
  return nothingAsked;
}

/** The requested membership, and the remaining sent fields, which must equal current values. */
export function changedMembershipOf(
  caller: Caller,
  sent: SentMembership,
  rest: UserChangeRequest['readOnly'],
): Pick<UserChangeRequest, 'membership' | 'readOnly'> {
  if (mayActOn(caller, anyone, 'move')) return { membership: adminsChoice(sent), readOnly: rest };
  const { account_id, role } = sent;
  if (teamOf(caller) === undefined)
    return { membership: nothingAsked, readOnly: { ...rest, account_id, role } };
  const team = validate(teamSchema, { role }, 'body');
  return {
    membership: { ...nothingAsked, role: team.role },
    readOnly: { ...rest, account_id },
  };
}

function adminsChoice({ account_id, role }: SentMembership): MembershipRequest {
  const choice = validate(membershipSchema, { account_id, role }, 'body');
  return { accountId: choice.account_id, role: choice.role };
}
