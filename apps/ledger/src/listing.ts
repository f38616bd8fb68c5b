import { AppError, type Caller, type Uuid } from '@florin/contracts';
import type { Cursor } from '@florin/database';
import { canRead, seesAllAccounts } from './access.ts';

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
  { after, before }: Cursor,
  isListed: (id: Uuid) => Promise<boolean>,
  what: string,
): Promise<void> {
  const cursor = after ?? before;
  if (cursor !== undefined && !(await isListed(cursor)))
    throw new AppError('invalid_request', `the cursor names no ${what}: use an id from this list`);
}
