import type { Caller, Uuid } from '@florin/contracts';

/** Whether a caller may see an account's money; what they may not see does not exist for them. */
export function canRead(caller: Caller, accountId: Uuid): boolean {
  return caller.accountId === accountId || caller.role === 'admin' || caller.role === 'platform';
}

/** Whether a caller may move an account's money: its users and keys, and admins. */
export function canWrite(caller: Caller, accountId: Uuid): boolean {
  if (caller.role === 'platform') return false;
  return caller.accountId === accountId || caller.role === 'admin';
}

/** Whether lists span all accounts. */
export function seesAllAccounts(caller: Caller): boolean {
  return caller.role === 'admin' || caller.role === 'platform';
}
