import type { Role, Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import type { AccountStatus } from '../../domain/account.ts';
import type { AccountPolicy } from '../../domain/policy.ts';
import type { Session } from '../../domain/session.ts';
import type { UserStatus } from '../../domain/user.ts';
import type { Db } from '../../schema.ts';
import { toSession } from './queries.ts';

/** A session with the data that decides whether it is open and its principal, in one snapshot. */
export interface SessionWithUser {
  readonly session: Session;
  readonly userStatus: UserStatus;
  /** Whether the user's email is verified. */
  readonly isVerified: boolean;
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  readonly accountStatus: AccountStatus | null;
  readonly hasFactor: boolean;
  readonly policy: AccountPolicy;
  /** Revision of the last revocation. */
  readonly revision: bigint;
}

export async function findSessionWithUser(
  db: Db,
  { sessionId, userId }: { readonly sessionId: Uuid; readonly userId: Uuid },
): Promise<SessionWithUser | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('accounts', (join) =>
      join.on('accounts.id', '=', sql<Uuid>`coalesce(sessions.account_id, users.account_id)`),
    )
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'sessions.user_id')
        .onRef('memberships.account_id', '=', 'sessions.account_id'),
    )
    .leftJoin('second_factors', 'second_factors.user_id', 'sessions.user_id')
    .leftJoin('account_policies', 'account_policies.account_id', 'accounts.id')
    .innerJoin('revision', (join) => join.onTrue())
    .selectAll('sessions')
    .select([
      'users.status as user_status',
      'users.email_verified_at',
      'users.is_email_assumed',
      'users.account_id as first_account_id',
      'users.role',
      'memberships.role as guest_role',
      'accounts.status as account_status',
      'revision.revision',
      'second_factors.confirmed_at as factor_confirmed_at',
      'account_policies.support_refund_max',
      'account_policies.stale_refund_max',
      'account_policies.requires_second_factor',
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .executeTakeFirst();
  const isFirst = row?.account_id === null || row?.account_id === row?.first_account_id;
  // The user has left the session's account, so it has no principal.
  if (!row || (!isFirst && row.guest_role === null)) return undefined;
  return {
    session: toSession(row),
    userStatus: row.user_status,
    isVerified: row.email_verified_at !== null || row.is_email_assumed,
    accountId: row.account_id ?? row.first_account_id,
    role: isFirst ? row.role : row.guest_role,
    accountStatus: row.account_status,
    hasFactor: row.factor_confirmed_at !== null,
    policy: {
      supportRefundMax: row.support_refund_max,
      staleRefundMax: row.stale_refund_max,
      requiresSecondFactor: row.requires_second_factor ?? false,
    },
    revision: row.revision,
  };
}
