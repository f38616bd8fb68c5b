import { AppError, type Caller, type Role } from '@florin/contracts';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { teamOf } from '../domain/authorization.ts';
import type { User, UserStatus } from '../domain/user.ts';
import { listUsersOf } from '../store/list-users.ts';
import type { IdentityTables } from '../store/schema.ts';
import { findUser } from '../store/users.ts';
import { type ListPage, type ListRequest, unknownCursor } from './list-page.ts';

export interface ListTeamRequest extends ListRequest {
  readonly status: UserStatus | undefined;
  readonly role: Role | undefined;
  /** Part of a name or email, in any case. */
  readonly search: string | undefined;
}

/**
 * A page of the users of the caller's own account, newest first.
 * @throws AppError forbidden unless they own it.
 */
export function makeListTeam({ db }: { readonly db: Kysely<IdentityTables> }) {
  return async (
    caller: Caller,
    { limit, after, before, ...filter }: ListTeamRequest,
  ): Promise<ListPage<User>> => {
    const accountId = teamOf(caller);
    if (accountId === undefined)
      throw new AppError('forbidden', 'the users of an account are for its owner: ask them');
    const cursor = after ?? before;
    if (cursor !== undefined && (await findUser(db, cursor))?.accountId !== accountId)
      throw unknownCursor('user');
    const rows = await listUsersOf(db, { ...filter, accountId }, { after, before }, limit + 1);
    return toPage(rows, limit, before === undefined ? 'after' : 'before');
  };
}
