import type { Caller, Uuid } from '@florin/contracts';
import type { Person } from './access.ts';
import type { User } from './user.ts';

/** A user as far as they count as owner or administrator; undefined once their login is deleted. */
type Place = Pick<Person, 'accountId' | 'role' | 'guestIn'> & Pick<User, 'id' | 'status'>;

export const placeOf = ({ status }: User, person: Person): Place => ({
  ...person,
  id: person.id ?? '',
  status,
});

/** A change of a user as far as they count as owner or administrator. */
export interface PlaceChange {
  readonly caller: Pick<Caller, 'role'>;
  /** The user is locked. */
  readonly before: Place;
  /** Undefined if the login is deleted. */
  readonly after: Place | undefined;
}

/** Whether the user was an active administrator and no longer is. */
export function losesAdmin({ before, after }: PlaceChange): boolean {
  return isActiveAdmin(before) && !isActiveAdmin(after);
}

/** Accounts that the user owned before and no longer owns. */
export function lostAccounts({ caller, before, after }: PlaceChange): readonly Uuid[] {
  // Administrators run Florin and may suspend or delete any user.
  if (caller.role === 'admin' && after?.status !== 'active') return [];
  const kept = ownedBy(after);
  return ownedBy(before).filter((accountId) => !kept.includes(accountId));
}

/** An admin counts as an owner of their account. */
function ownedBy(place: Place | undefined): readonly Uuid[] {
  if (place?.status !== 'active') return [];
  const { accountId, role, guestIn } = place;
  const isOwner = role === 'owner' || role === 'admin';
  const owned = guestIn.filter((each) => each.role === 'owner').map((each) => each.accountId);
  return isOwner && accountId !== null ? [accountId, ...owned] : owned;
}

function isActiveAdmin(place: Place | undefined): boolean {
  return place?.role === 'admin' && place.status === 'active';
}
