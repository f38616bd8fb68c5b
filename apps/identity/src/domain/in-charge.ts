import type { Uuid } from '@florin/contracts';
import type { User } from './user.ts';

type Somebody = Pick<User, 'accountId' | 'role' | 'status'>;

/** What is never left without anybody who can act: the platform, and an account that is open. */
export interface Loss {
  readonly ofAdmin: boolean;
  /** The account that loses an owner; null for none. */
  readonly ofOwner: Uuid | null;
}

/** What a change of a user takes away; undefined for `after` when they are deleted. */
export function lossBy(before: Somebody, after: Somebody | undefined): Loss {
  const owned = accountOwnedBy(before);
  const isKept = after !== undefined && accountOwnedBy(after) === owned;
  return {
    ofAdmin: isActiveAdmin(before) && !(after && isActiveAdmin(after)),
    ofOwner: isKept ? null : owned,
  };
}

function isActiveAdmin({ role, status }: Somebody): boolean {
  return role === 'admin' && status === 'active';
}

/** An admin is an owner of the account that they are in, and more. */
function accountOwnedBy({ accountId, role, status }: Somebody): Uuid | null {
  return status === 'active' && (role === 'owner' || role === 'admin') ? accountId : null;
}
