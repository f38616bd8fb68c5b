import {
  AppError,
  type Caller,
  type Reply,
  refuse,
  type TeamRole,
  type Uuid,
} from '@florin/contracts';
import { addToOutbox, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import { findApiKey } from '../../api-keys/queries.ts';
import { requestConfirmation } from '../../confirmations/request.ts';
import type { Deps } from '../../deps.ts';
import { managedTeamOf, roleIn } from '../../domain/access.ts';
import { assertOpen } from '../../domain/account.ts';
import {
  type Invitation,
  invitationEvent,
  newInvitation,
  toInvitationResource,
} from '../../domain/invitation.ts';
import { keyMayNotGrant } from '../../domain/user-change.ts';
import { endInvitation, mayInvite } from '../../invitations/end.ts';
import { insertInvitation, lockInvitation, lockPending } from '../../invitations/queries.ts';
import { shareAccountLock } from '../../records/accounts-queries.ts';
import { findMembership, findOwner } from '../../records/memberships-queries.ts';
import { sharePerson } from '../../records/person.ts';
import { findUserBy } from '../../records/users-queries.ts';
import { type Command, userOf } from '../../requests.ts';
import type { Tx } from '../../schema.ts';

/** Pending invitations per account, so that a new account cannot send spam through Florin. */
const PENDING_MAX = 50;

export interface NewInvitation extends Command {
  /** In canonical form. */
  readonly email: string;
  readonly role: TeamRole;
  /** Language of the inviter (BCP 47), if given. */
  readonly language: string | null;
}

/**
 * Invites an address by mail to the caller's account; replaces an earlier invitation to it. Never
 * reveals whether the address has a login.
 * @throws AppError forbidden unless the caller may grant this role.
 */
export function invite(deps: Deps, input: NewInvitation): Promise<Reply> {
  const { caller, cause, key, email, role, language } = input;
  const accountId = managedTeamOf(caller);
  if (!mayInvite(caller, { role })) throw mayNotInvite(caller, role);
  return runOnce(deps.db, key, async (tx) => {
    const now = deps.now();
    assertOpen(await shareAccountLock(tx, accountId));
    const inviter = await findInviter(tx, caller, { accountId, role });
    if (inviter instanceof AppError) return refuse(inviter.code, inviter.message);
    if (await isMember(tx, email, accountId))
      return refuse('conflict', 'this address belongs to a member of the account');
    const pending = await lockPending(tx, accountId, now);
    for (const earlier of pending.filter((each) => each.email === email))
      await endInvitation(tx, earlier, { ...cause, now });
    if (deps.limitsGuessing && pending.length >= PENDING_MAX)
      return refuse(
        'conflict',
        `the account has ${PENDING_MAX} pending invitations, the maximum; revoke some with DELETE /v1/invitations/{invitation_id}`,
      );
    const invitation = newInvitation({ accountId, email, role, ...inviter.by }, now);
    await insertInvitation(tx, invitation);
    await addToOutbox(tx, [invitationEvent('created', invitation, cause, now)]);
    const causeId = invitation.id;
    const asked = { purpose: 'invitation', email, language, causeId } as const;
    await requestConfirmation(tx, { id: inviter.userId, accountId }, asked, { ...cause, now });
    return { status: 201, body: toInvitationResource(invitation, now) };
  });
}

interface Inviter {
  readonly by: Pick<Invitation, 'invitedBy' | 'invitedByKey'>;
  /** The user in whose name the mail is sent. */
  readonly userId: Uuid;
}

/**
 * The caller as an inviter; for an API key the mail is sent in the name of an owner.
 * @returns the refusal if no owner can log in
 * @throws AppError forbidden for a user whose role has changed
 */
async function findInviter(
  tx: Tx,
  caller: Caller,
  { accountId, role }: { readonly accountId: Uuid; readonly role: TeamRole },
): Promise<Inviter | AppError> {
  if (caller.scopes) {
    const userId = await findOwner(tx, accountId);
    if (userId === undefined) return new AppError('conflict', 'the account has no active owner');
    const id = caller.apiKeyId;
    const key = id && (await findApiKey(tx, { id, accountId }));
    if (!key) throw new AppError('unauthorized', 'this API key is revoked; use another one');
    return { by: { invitedBy: null, invitedByKey: key.id }, userId };
  }
  const userId = userOf(caller);
  // The gateway's caller assertion may hold an outdated role.
  const inviter = await sharePerson(tx, userId);
  const roleNow = (inviter && roleIn(inviter.person, accountId)) ?? null;
  if (!mayInvite({ ...caller, role: roleNow }, { role })) throw mayNotInvite(caller, role);
  return { by: { invitedBy: userId, invitedByKey: null }, userId };
}

async function isMember(tx: Tx, email: string, accountId: Uuid): Promise<boolean> {
  const found = await findUserBy(tx, 'email', email);
  if (!found) return false;
  if (found.user.accountId === accountId) return true;
  return (await findMembership(tx, found.user.id, accountId)) !== undefined;
}

export interface InvitationEnd extends Command {
  readonly invitationId: Uuid;
}

/**
 * Revokes an invitation.
 * @throws AppError not_found for invitations of other accounts.
 */
export function revokeInvitation(
  deps: Deps,
  { caller, cause, key, invitationId }: InvitationEnd,
): Promise<Reply> {
  const accountId = managedTeamOf(caller);
  return runOnce(deps.db, key, async (tx) => {
    const now = deps.now();
    const found = await lockInvitation(tx, invitationId);
    if (found?.accountId !== accountId) throw notFound('invitation');
    if (found.acceptedAt !== null)
      return refuse(
        'conflict',
        'the invitation was already accepted; remove the member with DELETE /v1/account/users/{user_id}',
      );
    const revoked =
      found.revokedAt === null ? await endInvitation(tx, found, { ...cause, now }) : found;
    return { status: 200, body: toInvitationResource(revoked, now) };
  });
}

function mayNotInvite({ scopes }: Caller, role: TeamRole): AppError {
  const message = scopes
    ? keyMayNotGrant(role)
    : 'you cannot invite to this role; ask an owner of the account';
  return new AppError('forbidden', message);
}
