import { AppError, newId, type TeamRole, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { type PasswordRules, passwordField, validate } from '@florin/http-api';
import { z } from 'zod';
import { findApiKey } from '../../api-keys/queries.ts';
import { linkGone } from '../../confirmations/lock-live.ts';
import { markUsed } from '../../confirmations/queries.ts';
import { readLink } from '../../confirmations/read-link.ts';
import { throttleKeyOf } from '../../credentials/login/throttle.ts';
import type { Deps } from '../../deps.ts';
import { roleIn, type UserInAccounts } from '../../domain/access.ts';
import { isKeyExpired } from '../../domain/api-key-rights.ts';
import type { Cause } from '../../domain/event.ts';
import { type Invitation, invitationEvent, statusOf } from '../../domain/invitation.ts';
import { membershipEvent, newMembership } from '../../domain/membership.ts';
import {
  changeUser,
  newUser,
  passwordIsNotOwn,
  type User,
  userCreated,
  userUpdated,
} from '../../domain/user.ts';
import { releaseUnusedEmail, takeEmail } from '../../emails/operations.ts';
import { mayInvite } from '../../invitations/end.ts';
import { findInvitation, lockInvitation, saveInvitation } from '../../invitations/queries.ts';
import { shareAccountLock } from '../../records/accounts-queries.ts';
import { findMembership, insertMembership } from '../../records/memberships-queries.ts';
import { findPerson, sharePerson } from '../../records/person.ts';
import { findUserBy, insertUser, lockUser, saveUser } from '../../records/users-queries.ts';
import { revoke, thenAwaitGateways } from '../../revocations/revoke.ts';
import type { Db, Tx } from '../../schema.ts';

/** A pending invitation as its acceptance page needs it. */
export interface Invited {
  readonly confirmationId: Uuid;
  readonly invitation: Invitation;
  /** Name or email of the inviter. */
  readonly inviter: string;
  /** Whether the invited address has a login, and so a password. */
  readonly hasLogin: boolean;
}

/** @throws AppError invalid_grant for a link that is used, expired or revoked. */
export async function readInvitation(deps: Deps, token: string): Promise<Invited> {
  const found = await readLink(deps, token);
  const invitation =
    found.purpose === 'invitation' ? await findInvitation(deps.db, found.causeId) : undefined;
  if (!invitation || statusOf(invitation, deps.now()) !== 'pending') throw linkGone();
  const hasLogin = (await findUserBy(deps.db, 'email', invitation.email)) !== undefined;
  const { name, email } = await assertStillInvited(deps, invitation, found.userId);
  return { confirmationId: found.id, invitation, inviter: name ?? email, hasLogin };
}

/** @returns the user in whose name the mail was sent */
async function assertStillInvited(
  { db, now }: Deps,
  invitation: Invitation,
  sentBy: Uuid,
): Promise<User> {
  if (invitation.invitedByKey === null) {
    const { invitedBy } = invitation;
    return assertStillInvites(
      invitedBy === null ? undefined : await findPerson(db, invitedBy),
      invitation,
    );
  }
  await assertKeyInvites(db, invitation, now());
  const sender = await findPerson(db, sentBy);
  if (!sender) throw linkGone();
  return sender.user;
}

/** @throws AppError invalid_grant if the API key is gone or may not grant this role. */
async function assertKeyInvites(db: Db, invitation: Invitation, now: Date): Promise<void> {
  const { accountId, invitedByKey } = invitation;
  const key = invitedByKey && (await findApiKey(db, { id: invitedByKey, accountId }));
  if (!key || isKeyExpired(key, now)) throw linkGone();
  const actor = { userId: null, accountId, role: null, scopes: key.scopes };
  if (!mayInvite(actor, invitation)) throw linkGone();
}

/** @throws AppError invalid_grant if the inviter may no longer grant this role. */
function assertStillInvites(inviter: UserInAccounts | undefined, invitation: Invitation): User {
  const { accountId } = invitation;
  if (inviter?.user.status !== 'active') throw linkGone();
  const { user, person } = inviter;
  const role = roleIn(person, accountId) ?? null;
  if (!mayInvite({ userId: user.id, accountId, role }, invitation)) throw linkGone();
  return user;
}

export interface Acceptance extends Cause {
  /** Rules for new passwords. */
  readonly rules: PasswordRules;
  readonly token: string;
  /** Password of the existing login, or for the new one. */
  readonly password: string;
  readonly name: string | null;
  readonly address: string | undefined;
}

export interface Joined {
  readonly userId: Uuid;
  readonly accountId: Uuid;
  readonly role: TeamRole;
}

/**
 * Joins an account by an invitation link. An existing login must also send its password.
 * @throws AppError invalid_grant for a link that is used, expired or revoked; invalid_credentials
 */
export function acceptInvitation(deps: Deps, input: Acceptance): Promise<Joined> {
  const { token, password, name, address, rules, ...cause } = input;
  return thenAwaitGateways(deps, async () => {
    const { db, passwords, loginThrottle, now } = deps;
    const { invitation, confirmationId } = await readInvitation(deps, token);
    const { email } = invitation;
    const known = await loginThrottle(throttleKeyOf(email, address), async () => {
      const found = await findUserBy(db, 'email', email);
      if (!found) return { userId: undefined };
      const isRight = await passwords.matches(password, found.passwordHash);
      return isRight ? { userId: found.user.id } : undefined;
    });
    if (!known)
      throw new AppError(
        'invalid_credentials',
        'this address already has a login and the password is wrong; send the right one, or reset it with POST /v1/auth/password_reset',
      );
    const chosen = known.userId === undefined ? checkChosen(rules, password) : undefined;
    const passwordHash = chosen === undefined ? undefined : await passwords.hash(chosen);
    if (passwordHash !== undefined) await releaseUnusedEmail(deps, email);
    return db.transaction().execute(async (tx) => {
      const context = { ...cause, now: now() };
      const { accountId, role } = invitation;
      const status = await shareAccountLock(tx, accountId);
      if (status === undefined || status === 'closed') throw linkGone();
      const joining = { accountId, role };
      await lockBoth(tx, invitation, known.userId, context.now);
      const userId =
        passwordHash === undefined
          ? await joinAs(tx, known.userId, joining, context)
          : await joinAsNew(tx, { email, name, passwordHash, ...joining }, context);
      await markAccepted(tx, invitation.id, context);
      await markUsed(tx, [confirmationId], context.now);
      return { userId, accountId, role };
    });
  });
}

/** Locks the inviter `for share` and the joining login, in the order of their ids. */
async function lockBoth(
  tx: Tx,
  invitation: Invitation,
  joins: Uuid | undefined,
  now: Date,
): Promise<void> {
  const { invitedBy, invitedByKey } = invitation;
  // Deleting a key ends its invitations, which are locked below, so the key needs no lock.
  if (invitedByKey !== null) return assertKeyInvites(tx, invitation, now);
  if (invitedBy === null) throw linkGone();
  if (joins !== undefined && joins < invitedBy) await lockUser(tx, joins);
  assertStillInvites(await sharePerson(tx, invitedBy), invitation);
}

/** @throws AppError invalid_request */
function checkChosen(rules: PasswordRules, password: string): string {
  return validate(z.object({ password: passwordField(rules) }), { password }, 'body').password;
}

type Context = Cause & { readonly now: Date };

interface Joining {
  readonly accountId: Uuid;
  readonly role: TeamRole;
}

interface NewMember extends Joining {
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string;
}

async function joinAsNew(
  tx: Tx,
  { email, name, passwordHash, accountId, role }: NewMember,
  { now, ...cause }: Context,
): Promise<Uuid> {
  // The link was mailed to this address, which verifies it.
  const user: User = {
    ...newUser({ id: newId(), email, name, accountId, role }, now),
    emailVerifiedAt: now,
  };
  if (!(await takeEmail(tx, email, user.id, now)))
    throw new AppError(
      'email_exists',
      'this email was registered in the meantime; open the link again',
    );
  await insertUser(tx, user, passwordHash);
  await addToOutbox(tx, [userCreated(user, cause)]);
  return user.id;
}

async function joinAs(
  tx: Tx,
  userId: Uuid | undefined,
  { accountId, role }: Joining,
  { now, ...cause }: Context,
): Promise<Uuid> {
  const user = userId === undefined ? undefined : await lockUser(tx, userId);
  if (!user || user.status === 'suspended') throw linkGone();
  if (user.accountId === accountId || (await findMembership(tx, user.id, accountId)))
    throw new AppError('conflict', 'you already belong to this account');
  if (user.createdBy !== null && user.createdBy !== accountId) throw passwordIsNotOwn();
  if (user.accountId === null) {
    const after = changeUser(user, { accountId, role }, now);
    await saveUser(tx, after);
    await addToOutbox(tx, [userUpdated(user, after, cause)]);
    await revoke(tx, { kind: 'principal', subject: user.id }, now);
    return user.id;
  }
  const membership = newMembership({ userId: user.id, accountId, role }, now);
  await insertMembership(tx, membership);
  await addToOutbox(tx, [membershipEvent(undefined, membership, cause, now)]);
  return user.id;
}

async function markAccepted(tx: Tx, id: Uuid, { now, ...cause }: Context): Promise<void> {
  const invitation = await lockInvitation(tx, id);
  if (!invitation || statusOf(invitation, now) !== 'pending') throw linkGone();
  const accepted = { ...invitation, acceptedAt: now, version: invitation.version + 1n };
  await saveInvitation(tx, accepted);
  await addToOutbox(tx, [invitationEvent('accepted', accepted, cause, now)]);
}
