import type { Role, Uuid } from '@florin/contracts';
import { type Bounds, type Cursor, selectPage, withinBounds } from '@florin/database';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Db, IdentityTables } from '../schema.ts';
import type { User, UserStatus } from './model.ts';
import { toUser } from './queries.ts';

export interface UserFilter extends Bounds {
  readonly status: UserStatus | undefined;
  /** Part of a name or email, in any case. */
  readonly search: string | undefined;
  /** Null is an account that cannot exist. */
  readonly accountId: Uuid | null | undefined;
  readonly role?: Role | undefined;
}

export interface Window {
  readonly limit: number;
  readonly offset: bigint;
  /** By creation. */
  readonly order: 'asc' | 'desc';
}

/**
 * One page of the users that match, newest first, and how many there are, in one snapshot. What a
 * search finds, and how many users there are without a filter, takes a look at all of them; it is
 * stopped where that takes too long.
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
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where((row) => matches(row, filter))
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toUser);
}

/**
 * The people of an account that match, as they are in it, newest first, or from the cursor `before` on
 * oldest first.
 */
export async function readUsersOf(
  db: Db,
  filter: UserFilter & { readonly accountId: Uuid },
  cursor: Cursor,
  rowsMax: number,
): Promise<readonly User[]> {
  const { accountId, role, ...others } = filter;
  const roleHere = sql<Role>`
    case when users.account_id = ${accountId} then users.role else (
      select role from memberships where user_id = users.id and account_id = ${accountId}) end`;
  const query = db
    .selectFrom('users')
    .selectAll()
    .select(roleHere.as('role_here'))
    .where((row) => matches(row, { ...others, accountId: undefined }))
    .where(
      sql<boolean>`(users.account_id = ${accountId} or users.id = any(array(
        select user_id from memberships where account_id = ${accountId})))`,
    )
    .$if(role !== undefined, (some) => some.where(roleHere, '=', role ?? null));
  const rows = await selectPage(query, cursor, rowsMax).execute();
  return rows.map((row) => ({ ...toUser(row), accountId, role: row.role_here }));
}

function matches(
  row: ExpressionBuilder<IdentityTables, 'users'>,
  { status, search, accountId, role, ...bounds }: UserFilter,
) {
  return row.and([
    withinBounds(bounds),
    ...(status === undefined ? [] : [row('status', '=', status)]),
    ...(accountId === undefined ? [] : [row('account_id', '=', accountId)]),
    ...(role === undefined ? [] : [row('role', '=', role)]),
    ...(search === undefined
      ? []
      : [row.or([contains(sql.ref('name'), search), contains(shownEmail, search)])]),
  ]);
}

const shownEmail = sql`coalesce(former_email, email)`;

/** Not by a pattern: no character of the text means anything but itself. */
function contains(text: RawBuilder<unknown>, part: string) {
  return sql<boolean>`strpos(lower(${text}), lower(${part})) > 0`;
}
