import { AppError, type Caller, type Role, type Uuid } from '@florin/contracts';
import { canPlaceUsers } from './authorization.ts';
import type { User } from './user.ts';

/** To which account a user belongs and as what: both, or neither. */
export type Place = Pick<User, 'accountId' | 'role'>;

/** What an admin asks for; undefined where nothing is said. */
export interface PlaceWish {
  readonly accountId: Uuid | null | undefined;
  readonly role: Role | null | undefined;
}

export const nowhere: Place = { accountId: null, role: null };

/** Where an admin's wish puts a user, or the error that it is. */
export function decidePlace(caller: Caller, before: Place, wish: PlaceWish): Place | AppError {
  // Whoever works for the platform belongs to its account, where the admin is.
  const isStaff = wish.role === 'admin' || wish.role === 'platform';
  const implied = before.accountId ?? (isStaff ? caller.accountId : null);
  const accountId = wish.accountId === undefined ? implied : wish.accountId;
  if (accountId === null) {
    if (wish.role === undefined || wish.role === null) return nowhere;
    return new AppError('invalid_request', `role: ${wish.role} needs an account_id`);
  }
  if (wish.role === null)
    return new AppError(
      'invalid_request',
      'role: a user of an account has one; send account_id null to take both away',
    );
  return { accountId, role: wish.role ?? before.role ?? 'member' };
}

/** What an owner's wish makes of a user of their account, or the error that it is. */
export function decideRole(
  { userId }: Caller,
  user: Pick<User, 'id' | 'accountId' | 'role'>,
  { role }: PlaceWish,
): Place | AppError {
  const { accountId, role: before } = user;
  // Whoever was an owner when they asked may be none by now.
  if (userId === user.id && before === 'member' && role === 'owner')
    return new AppError('unauthorized', 'nobody makes themselves an owner: ask the owner');
  return { accountId, role: role ?? before };
}

/** A user made by an owner is a member, one made by an admin is what they say, others have none. */
export function decideFirstPlace(caller: Caller, wish: PlaceWish): Place | AppError {
  return canPlaceUsers(caller) ? decidePlace(caller, nowhere, wish) : placeUnder(caller);
}

/** Where a user is put whom somebody makes who cannot choose. */
export function placeUnder({ role, accountId }: Caller): Place {
  return role === 'owner' ? { accountId, role: 'member' } : nowhere;
}
