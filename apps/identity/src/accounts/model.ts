import type { UserStatus } from '../users/model.ts';

/** What identity knows of an account: whether it takes changes, only reads, or is closed. */
export type AccountStatus = 'open' | 'read_only' | 'closed';

/** Whether a user may log in and go on with a session. */
export type AccessState = 'active' | 'suspended' | 'closed';

/** A closed account counts before a suspension: it suspends its users as well. */
export function accessStateOf(user: UserStatus, account: AccountStatus | null): AccessState {
  if (account === 'closed') return 'closed';
  return user === 'suspended' ? 'suspended' : 'active';
}
