import { AppError, type Caller } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { canListUsers } from '../domain/authorization.ts';
import type { User } from '../domain/user.ts';
import { listUsers, type UserFilter } from '../store/list-users.ts';
import type { IdentityTables } from '../store/schema.ts';

export interface ListUsersRequest extends UserFilter {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/**
 * One page of all users.
 * @throws AppError forbidden unless the caller is an admin or the platform.
 */
export function makeListUsers({ db }: { readonly db: Kysely<IdentityTables> }) {
  return (
    caller: Caller,
    { page, limit, ...filter }: ListUsersRequest,
  ): Promise<{ readonly users: readonly User[]; readonly total: number }> => {
    if (!canListUsers(caller))
      throw new AppError(
        'forbidden',
        'only an admin may list users: get your own at GET /v1/users/{user_id}',
      );
    return listUsers(db, filter, { limit, offset: (BigInt(page) - 1n) * BigInt(limit) });
  };
}
