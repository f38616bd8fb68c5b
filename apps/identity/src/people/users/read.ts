import { AppError, type Caller, type Role, type Uuid } from '@florin/contracts';
import type { PageQuery } from '@florin/database';
import { type ListPage, notFound, readPage } from '@florin/http-api';
import type { Deps } from '../../deps.ts';
import {
  anyone,
  managedTeamOf,
  mayActOn,
  roleIn,
  type UserInAccounts,
} from '../../domain/access.ts';
import type { User, UserStatus } from '../../domain/user.ts';
import { findPerson } from '../../records/person.ts';
import type { Db } from '../../schema.ts';
import { readUsersAndTotal, readUsersOf, type UserFilter } from './list-queries.ts';

/** @throws AppError not_found, also for a user invisible to the caller. */
export async function getUser(
  { db }: Pick<Deps, 'db'>,
  { caller, userId }: { readonly caller: Caller; readonly userId: Uuid },
): Promise<UserInAccounts> {
  const found = await findPerson(db, userId);
  if (!found || !mayActOn(caller, found.person, 'see_login')) throw notFound('user');
  return found;
}

export interface UsersRequest extends UserFilter {
  readonly caller: Caller;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Order of creation. */
  readonly order: 'asc' | 'desc';
}

/**
 * One page of all users.
 * @throws AppError forbidden unless the caller is an admin or the platform.
 */
export function listUsers(
  { db }: Deps,
  { caller, page, limit, order, ...filter }: UsersRequest,
): Promise<{ readonly users: readonly User[]; readonly total: number }> {
  if (!mayActOn(caller, anyone, 'see_login'))
    throw new AppError(
      'forbidden',
      'only an admin can list users; retrieve your own with GET /v1/users/{user_id}',
    );
  return readUsersAndTotal(db, filter, {
    ...{ limit, order },
    offset: (BigInt(page) - 1n) * BigInt(limit),
  });
}

export interface TeamRequest extends PageQuery {
  readonly caller: Caller;
  readonly status: UserStatus | undefined;
  readonly role: Role | undefined;
  /** Part of a name or email, case-insensitive. */
  readonly search: string | undefined;
}

/** A user as seen in an account; undefined if they do not belong to it. */
async function findMember(db: Db, id: Uuid, accountId: Uuid): Promise<User | undefined> {
  const found = await findPerson(db, id);
  const role = found && roleIn(found.person, accountId);
  return found && role && { ...found.user, accountId, role };
}

/**
 * A member of the account that the caller manages.
 * @throws AppError forbidden unless they manage it; not_found for users of other accounts.
 */
export async function getMember(
  { db }: Deps,
  { caller, userId }: { readonly caller: Caller; readonly userId: Uuid },
): Promise<User> {
  const member = await findMember(db, userId, managedTeamOf(caller));
  if (!member) throw notFound('user');
  return member;
}

/**
 * A page of the members of the caller's account, newest first.
 * @throws AppError forbidden unless they manage it.
 */
export function listTeam(
  { db }: Deps,
  { caller, status, role, search, ...request }: TeamRequest,
): Promise<ListPage<User>> {
  const accountId = managedTeamOf(caller);
  return readPage(request, {
    name: 'user of yours',
    find: (id) => findMember(db, id, accountId),
    select: (cursor, rowsMax) =>
      readUsersOf(db, { status, role, search, accountId }, cursor, rowsMax),
  });
}
