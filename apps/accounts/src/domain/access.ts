import type { Caller, Uuid } from '@florin/contracts';

/** Whether lists of accounts are open to a caller. */
export function seesAllAccounts({ role }: Caller): boolean {
  return role === 'admin' || role === 'platform';
}

/** Whether a caller may change an account's settings or close it. */
export function canManage(caller: Caller, accountId: Uuid): boolean {
  return caller.role === 'admin' || (caller.role === 'owner' && caller.accountId === accountId);
}
