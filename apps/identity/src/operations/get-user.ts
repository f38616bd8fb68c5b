import type { Caller, Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canSeeUser } from '../domain/authorization.ts';
import type { User } from '../domain/user.ts';
import type { IdentityTables } from '../store/schema.ts';
import { findUser } from '../store/users.ts';

/** @throws AppError not_found, also for a user whom the caller may not see. */
export function makeGetUser({ db }: { readonly db: Kysely<IdentityTables> }) {
  return async (caller: Caller, id: Uuid): Promise<User> => {
    const user = await findUser(db, id);
    if (!user || !canSeeUser(caller, user)) throw notFound('user');
    return user;
  };
}
