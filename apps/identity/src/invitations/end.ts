import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { type Actor, anyone, mayActOn } from '../domain/access.ts';
import type { Cause } from '../domain/event.ts';
import { type Invitation, invitationEvent } from '../domain/invitation.ts';
import type { Tx } from '../schema.ts';
import { lockPending, saveInvitation } from './queries.ts';

type Context = Cause & { readonly now: Date };

/** Revokes a locked invitation. */
export async function endInvitation(
  tx: Tx,
  invitation: Invitation,
  { now, ...cause }: Context,
): Promise<Invitation> {
  const revoked = { ...invitation, revokedAt: now, version: invitation.version + 1n };
  await saveInvitation(tx, revoked);
  await addToOutbox(tx, [invitationEvent('revoked', revoked, cause, now)]);
  return revoked;
}

/** Revokes a user's invitations in an account that exceed their current role. */
export async function endInvitationsBeyond(
  tx: Tx,
  inviter: Actor & { readonly accountId: Uuid },
  context: Context,
): Promise<void> {
  const pending = await lockPending(tx, inviter.accountId, context.now);
  for (const each of pending)
    if (each.invitedBy === inviter.userId && !mayInvite(inviter, each))
      await endInvitation(tx, each, context);
}

/** Revokes pending invitations made by deleted API keys in an account. */
export async function endInvitationsOfKeys(
  tx: Tx,
  { accountId, keyIds }: { readonly accountId: Uuid; readonly keyIds: readonly Uuid[] },
  context: Context,
): Promise<void> {
  const pending = await lockPending(tx, accountId, context.now);
  for (const each of pending)
    if (each.invitedByKey !== null && keyIds.includes(each.invitedByKey))
      await endInvitation(tx, each, context);
}

export function mayInvite(actor: Actor, { role }: Pick<Invitation, 'role'>): boolean {
  return mayActOn(actor, anyone, `invite:${role}`);
}
