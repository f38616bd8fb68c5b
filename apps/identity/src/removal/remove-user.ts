import { addToOutbox } from '@florin/database';
import { endSessions } from '../credentials/sessions/end.ts';
import { deleteSessionsOf, lockOpenSessions } from '../credentials/sessions/queries.ts';
import type { UserInAccounts } from '../domain/access.ts';
import type { Cause } from '../domain/event.ts';
import { userDeleted } from '../domain/user.ts';
import { endInvitationsBeyond } from '../invitations/end.ts';
import { deleteUserRow } from '../records/users-queries.ts';
import type { Tx } from '../schema.ts';

/** Deletes a locked user whose email is free or belongs to another user. */
export async function removeUser(
  tx: Tx,
  { user, person }: UserInAccounts,
  context: Cause & { readonly now: Date },
): Promise<void> {
  const { now, ...cause } = context;
  for (const { accountId } of [...person.guestIn, user])
    if (accountId !== null)
      await endInvitationsBeyond(tx, { userId: user.id, accountId, role: null }, context);
  const sessions = await lockOpenSessions(tx, [user.id], now);
  await endSessions(tx, sessions, { accountId: user.accountId, ...cause }, now);
  await deleteSessionsOf(tx, user.id);
  await deleteUserRow(tx, user.id);
  await addToOutbox(tx, [userDeleted(user, cause, now)]);
}
