import { AppError, type Uuid } from '@florin/contracts';
import type { User } from '../../domain/user.ts';
import { shareAccountLock } from '../../records/accounts-queries.ts';
import { findMembership } from '../../records/memberships-queries.ts';
import type { Tx } from '../../schema.ts';

/**
 * The account requested by a user; null for their first one.
 * @throws AppError unauthorized if they do not belong to it.
 */
export async function chooseAccount(
  tx: Tx,
  user: User,
  asked: Uuid | null | undefined,
): Promise<Uuid | null> {
  if (asked === undefined || asked === user.accountId) return null;
  const membership = asked && (await findMembership(tx, user.id, asked));
  const status = membership ? await shareAccountLock(tx, membership.accountId) : undefined;
  if (!membership || status === undefined || status === 'closed')
    throw new AppError(
      'unauthorized',
      'you do not belong to this account; omit account_id, or use one of GET /v1/auth/accounts',
    );
  return membership.accountId;
}
