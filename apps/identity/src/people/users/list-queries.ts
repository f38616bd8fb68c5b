import type { Role, Uuid } from '@florin/contracts';
import { type Bounds, type Cursor, selectPage, withinBounds } from '@florin/database';
import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { User, UserStatus } from '../../domain/user.ts';
import { toUser } from '../../records/users-queries.ts';
import type { Db, IdentityTables } from '../../schema.ts';

export interface UserFilter extends Bounds {
  readonly status: UserStatus | undefined;
  /** Part of a name or email, case-insensitive. */
  readonly search: string | undefined;
  /** Null is an account that cannot exist. */
  readonly accountId: Uuid | null | undefined;
  readonly role?: Role | undefined;
}

export interface Window {
  readonly limit: number;
  readonly offset: bigint;
  /** Order of creation. */
  readonly order: 'asc' | 'desc';
}

/**
 * One page of matching users, newest first, and their number, in one snapshot. Searches and
 * unfiltered counts scan all users and are stopped when they take too long.
 */
export function readUsersAndTotal(
  db: Db,
  filter: UserFilter,
  window: Window,
): Promise<{ readonly users: readonly User[]; readonly total: number }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const total = await countUsers(tx, filter);
      const users = window.offset >= total ? [] : await readUsers(tx, filter, window);
      return { users, total: Number(total) };
    });
}

export async function countUsers(db: Db, filter: UserFilter): Promise<bigint> {
  const { total } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where((row) => matches(row, filter))
    .executeTakeFirstOrThrow();
  return total;
}

export async function readUsers(
  db: Db,
  filter: UserFilter,
  { limit, offset, order }: Window,
): Promise<readonly User[]> {
  const { accountId } = filter;
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .select(roleIn(accountId ?? null).as('role_here'))
    .where((row) =>
      accountId === undefined
        ? matches(row, filter)
        : row.and([
            matches(row, { ...filter, accountId: undefined, role: undefined }),
            ...hasRole(filter),
            row(
              'id',
              '=',
              row.fn.any(candidates(db, filter, { limit: offset + BigInt(limit), order })),
            ),
          ]),
    )
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => asIn(accountId ?? null, row));
}

/** Enough users of an account for a page, without reading all users whose first account it is. */
function candidates(
  db: Db,
  filter: UserFilter,
  { limit, order }: { readonly limit: bigint; readonly order: 'asc' | 'desc' },
) {
  const accountId = filter.accountId ?? null;
  const first = db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where((row) => matches(row, { ...filter, accountId: undefined }))
    .orderBy('id', order)
    .limit(limit);
  const guests = db
    .selectFrom('memberships')
    .select('user_id as id')
    .where('account_id', '=', accountId);
  return db.selectFrom(first.as('first')).select('first.id').unionAll(guests);
}

/** The role of users in an account; without one, in their first account. */
function roleIn(accountId: Uuid | null) {
  if (accountId === null) return sql<Role | null>`users.role`;
  return sql<Role | null>`
    case when users.account_id = ${accountId} then users.role else (
      select role from memberships where user_id = users.id and account_id = ${accountId}) end`;
}

function asIn(
  accountId: Uuid | null,
  row: Selectable<IdentityTables['users']> & { readonly role_here: Role | null },
): User {
  const user = toUser(row);
  return accountId === null ? user : { ...user, accountId, role: row.role_here };
}

/**
 * Matching users of an account as seen in it, newest first; oldest first from a `before` cursor.
 */
export async function readUsersOf(
  db: Db,
  filter: UserFilter & { readonly accountId: Uuid },
  cursor: Cursor,
  rowsMax: number,
): Promise<readonly User[]> {
  const query = db
    .selectFrom('users')
    .selectAll()
    .select(roleIn(filter.accountId).as('role_here'))
    .where((row) => matches(row, filter));
  const rows = await selectPage(query, cursor, rowsMax).execute();
  return rows.map((row) => asIn(filter.accountId, row));
}

function matches(
  row: ExpressionBuilder<IdentityTables, 'users'>,
  { status, search, accountId, role, ...bounds }: UserFilter,
) {
  return row.and([
    withinBounds(bounds),
    ...(status === undefined ? [] : [row('status', '=', status)]),
    ...(accountId === undefined ? [] : [belongsTo(accountId)]),
    ...hasRole({ accountId, role }),
    ...(search === undefined
      ? []
      : [row.or([contains(sql.ref('name'), search), contains(shownEmail, search)])]),
  ]);
}

function hasRole({ accountId, role }: Pick<UserFilter, 'accountId' | 'role'>) {
  return role === undefined ? [] : [sql<boolean>`${roleIn(accountId ?? null)} = ${role}`];
}

/** Includes members with another first account. No user belongs to null, which cannot exist. */
function belongsTo(accountId: Uuid | null) {
  return sql<boolean>`(users.account_id = ${accountId} or users.id = any(array(
    select user_id from memberships where account_id = ${accountId})))`;
}

const shownEmail = sql`coalesce(former_email, email)`;

/** Not a pattern match, so no character of the text is special. */
function contains(text: RawBuilder<unknown>, part: string) {
  return sql<boolean>`strpos(lower(${text}), lower(${part})) > 0`;
}
