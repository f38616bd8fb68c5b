import type { UserStatus } from './user.ts';

/** What identity knows of an account: whether it takes changes, only reads, or is gone. */
export type AccountStatus = 'open' | 'read_only' | 'closed';

/** What a user may do at all. */
export type Standing = 'good' | 'suspended' | 'closed';

/** A closed account counts before a suspension: it suspends its users as well. */
export function standingOf(user: UserStatus, account: AccountStatus | null): Standing {
  if (account === 'closed') return 'closed';
  return user === 'suspended' ? 'suspended' : 'good';
}
