import type { Uuid } from '@florin/contracts';
import type { User } from './user.ts';

/** Whether the user is an owner of this account, or more than that. */
export function isOwnerOf(user: Pick<User, 'accountId' | 'role'>, accountId: Uuid): boolean {
  return user.accountId === accountId && (user.role === 'owner' || user.role === 'admin');
}
