import { AppError, type Caller, type Uuid } from '@florin/contracts';

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
function seesAllAccounts(caller: Caller): boolean {
  return caller.role === 'admin' || caller.role === 'platform';
}

/**
 * The account whose objects a list shows to the caller: `all` for those who see every one,
 * undefined for none.
 * @param asked narrows the list to one account; null asks for one that cannot exist.
 */
export function scopeOf(caller: Caller, asked: Uuid | null | undefined): Uuid | 'all' | undefined {
  const scope = asked === undefined ? ownScope(caller) : asked;
  if (scope === null || (scope !== 'all' && !canRead(caller, scope))) return undefined;
  return scope;
}

function ownScope(caller: Caller): Uuid | 'all' | null {
  return seesAllAccounts(caller) ? 'all' : caller.accountId;
}

/** @throws AppError invalid_request for a cursor that is no id out of the list. */
export async function checkCursor(
  { after, before }: { readonly after?: Uuid | undefined; readonly before?: Uuid | undefined },
  isListed: (id: Uuid) => Promise<boolean>,
  what: string,
): Promise<void> {
  const cursor = after ?? before;
  if (cursor !== undefined && !(await isListed(cursor)))
    throw new AppError('invalid_request', `the cursor names no ${what}: use an id from this list`);
}
