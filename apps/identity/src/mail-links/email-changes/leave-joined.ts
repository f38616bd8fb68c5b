import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { type Context, linkGone } from '../../confirmations/lock-live.ts';
import { toPerson } from '../../domain/access.ts';
import { membershipEvent } from '../../domain/membership.ts';
import { placeOf } from '../../domain/place.ts';
import type { User } from '../../domain/user.ts';
import { endInvitationsBeyond } from '../../invitations/end.ts';
import { listAcceptedSince } from '../../invitations/queries.ts';
import { deleteMembership, listMemberships } from '../../records/memberships-queries.ts';
import { takeNextAccount } from '../../records/next-account.ts';
import { refuseIfVacant } from '../../records/vacancies.ts';
import type { Tx } from '../../schema.ts';

/**
 * Ends memberships of a locked user that began by mail to their present email after an instant.
 * The reader of that mailbox accepted them; an undone email change must not pass them on.
 * @returns the user's first account and their role in it
 * @throws AppError invalid_grant if an open account would have no owner left
 */
export async function leaveJoined(
  tx: Tx,
  user: User,
  since: Date,
  context: Context,
): Promise<Pick<User, 'accountId' | 'role'>> {
  const { now, ...cause } = context;
  const accepted = await listAcceptedSince(tx, user.email, since);
  const all = await listMemberships(tx, user.id);
  const joined = all.filter(
    ({ createdAt, accountId }) => createdAt >= since || accepted.has(accountId),
  );
  const leavesFirst = user.accountId !== null && accepted.has(user.accountId);
  if (joined.length === 0 && !leavesFirst) return user;
  const kept = all.filter((each) => !joined.includes(each));
  const after = leavesFirst ? { ...user, accountId: null, role: null } : user;
  const refusal = await refuseIfVacant(tx, {
    caller: { role: null },
    before: placeOf(user, toPerson(user, all)),
    after: placeOf(after, toPerson(after, kept)),
  });
  if (refusal) throw linkGone();
  for (const membership of joined) {
    await deleteMembership(tx, membership.id);
    await addToOutbox(tx, [membershipEvent(membership, undefined, cause, now)]);
  }
  const left: readonly (Uuid | null)[] = [
    ...joined.map(({ accountId }) => accountId),
    ...(leavesFirst ? [user.accountId] : []),
  ];
  for (const accountId of left)
    if (accountId !== null)
      await endInvitationsBeyond(tx, { userId: user.id, accountId, role: null }, context);
  return leavesFirst ? takeNextAccount(tx, user.id, context) : user;
}
