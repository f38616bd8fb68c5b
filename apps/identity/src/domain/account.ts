import { AppError } from '@florin/contracts';
import type { UserStatus } from './user.ts';

/** Status of an account in identity: accepts changes, read-only, or closed. */
export type AccountStatus = 'open' | 'read_only' | 'closed';

/** Whether a user may log in and continue a session. */
export type AccessState = 'active' | 'suspended' | 'closed';

/** A closed account takes precedence over a suspension, since closing also suspends its users. */
export function accessStateOf(user: UserStatus, account: AccountStatus | null): AccessState {
  if (account === 'closed') return 'closed';
  return user === 'suspended' ? 'suspended' : 'active';
}

/** @throws AppError invalid_request if the account is closed or unknown. */
export function assertOpen(status: AccountStatus | undefined): void {
  if (status === undefined || status === 'closed')
    throw new AppError('invalid_request', 'account_id: there is no open account with this id');
}
