import { AppError, type Caller, parseEmail } from '@florin/contracts';
import { canChangeUser, canPlaceUsers, canRaiseUser } from './authorization.ts';
import { decidePlace, decideRole, type PlaceWish } from './place.ts';
import { toUserResource, type User, type UserStatus } from './user.ts';

/** What a client sends to change a user; undefined where it sends nothing. */
export interface UserWish {
  readonly name: string | null | undefined;
  readonly username: string | null | undefined;
  readonly status: UserStatus | undefined;
  readonly place: PlaceWish;
  /** Fields that the caller may not set, as they were sent: all but what is in `place`. */
  readonly readOnly: Readonly<Record<string, unknown>>;
}

export type UserChange = Partial<Pick<User, 'name' | 'username' | 'status' | 'accountId' | 'role'>>;

const rank: Readonly<Record<UserStatus, number>> = { suspended: 0, pending: 1, active: 2 };

/** What would be different afterwards, or why it may not be. */
export function decideUserChange(
  caller: Caller,
  user: User,
  wish: UserWish,
): UserChange | AppError {
  if (!canChangeUser(caller, user))
    return new AppError('unauthorized', 'you may see this user but not change it: ask an admin');
  const field = readOnlyDifference(user, wish.readOnly);
  if (field !== undefined)
    return new AppError('invalid_request', `${field}: cannot be changed here, leave it out`);
  const { status = user.status } = wish;
  if (rank[status] > rank[user.status] && !canRaiseUser(caller, user))
    return new AppError(
      'unauthorized',
      'nobody raises their own status: ask the owner of the account or an admin',
    );
  const place = canPlaceUsers(caller)
    ? decidePlace(caller, user, wish.place)
    : decideRole(caller, user, wish.place);
  if (place instanceof AppError) return place;
  const wanted = {
    name: wish.name === undefined ? user.name : wish.name,
    username: wish.username === undefined ? user.username : wish.username,
    status,
    accountId: place.accountId,
    role: place.role,
  };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => user[name as keyof typeof wanted] !== value,
  );
  return Object.fromEntries(changed);
}

/** The first field that was sent with another value than it has. */
function readOnlyDifference(
  user: User,
  sent: Readonly<Record<string, unknown>>,
): string | undefined {
  const current = new Map<string, unknown>(Object.entries(toUserResource(user)));
  return Object.keys(sent).find((field) => {
    const value = sent[field];
    if (value === undefined) return false;
    const canonical = field === 'email' && typeof value === 'string' ? parseEmail(value) : value;
    return canonical !== current.get(field);
  });
}
