import type { Caller, Uuid } from '@florin/contracts';

/** Whether a caller may see an account's money. Otherwise, it appears not to exist. */
export function canRead(caller: Caller, accountId: Uuid): boolean {
  return caller.accountId === accountId || caller.role === 'admin' || caller.role === 'platform';
}

/** Whether a caller may move an account's money: its users and keys, and admins. */
export function canWrite(caller: Caller, accountId: Uuid): boolean {
  if (caller.role === 'platform') return false;
  return caller.accountId === accountId || caller.role === 'admin';
}

/** Whether the caller's lists span all accounts. */
function seesAllAccounts(caller: Caller): boolean {
  return caller.role === 'admin' || caller.role === 'platform';
}

/**
 * The account whose objects a list shows: `all` for callers who see every account, undefined for
 * none.
 * @param asked filters by one account; null is an id that cannot exist
 */
export function scopeOf(caller: Caller, asked: Uuid | null | undefined): Uuid | 'all' | undefined {
  const scope = asked === undefined ? ownScope(caller) : asked;
  if (scope === null || (scope !== 'all' && !canRead(caller, scope))) return undefined;
  return scope;
}

function ownScope(caller: Caller): Uuid | 'all' | null {
  return seesAllAccounts(caller) ? 'all' : caller.accountId;
}
