import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Cause } from '../domain/event.ts';
import { membershipEvent } from '../domain/membership.ts';
import type { User } from '../domain/user.ts';
import type { Tx } from '../schema.ts';
import { shareAccountLock } from './accounts-queries.ts';
import { deleteMembership, listMemberships } from './memberships-queries.ts';

/** Turns a locked user's next membership into their first account; nulls if there is none. */
export async function takeNextAccount(
  tx: Tx,
  userId: Uuid,
  { now, ...cause }: Cause & { readonly now: Date },
): Promise<Pick<User, 'accountId' | 'role'>> {
  for (const next of await listMemberships(tx, userId)) {
    if ((await shareAccountLock(tx, next.accountId)) === 'closed') continue;
    await deleteMembership(tx, next.id);
    await addToOutbox(tx, [membershipEvent(next, undefined, cause, now)]);
    return { accountId: next.accountId, role: next.role };
  }
  return { accountId: null, role: null };
}
