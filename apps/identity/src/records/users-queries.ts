import { AppError, type Uuid } from '@florin/contracts';
import type { Selectable } from 'kysely';
import type { AccountStatus } from '../domain/account.ts';
import type { User } from '../domain/user.ts';
import type { Db, IdentityTables, Tx } from '../schema.ts';
import { shareAccountLock } from './accounts-queries.ts';

export interface UserWithPassword {
  readonly user: User;
  readonly passwordHash: string;
}

/** Finds a user by canonical email or stored username. */
export async function findUserBy(
  db: Db,
  column: 'email' | 'username',
  value: string,
): Promise<UserWithPassword | undefined> {
  const row = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
  return row && { user: toUser(row), passwordHash: row.password_hash };
}

export async function findUser(db: Db, id: Uuid): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

export interface UserWithAccount extends UserWithPassword {
  readonly accountStatus: AccountStatus | null;
}

/** The user changed accounts between two statements; the transaction must be retried. */
class UserMoved extends Error {}

/**
 * Locks a user and their account `for share` until the transaction ends. The account comes first,
 * as in all changes of accounts and users. Undefined if the user is gone.
 * @throws UserMoved
 */
export async function shareUserLock(tx: Tx, id: Uuid): Promise<UserWithAccount | undefined> {
  const found = await findUser(tx, id);
  if (!found) return undefined;
  const { accountId } = found;
  const accountStatus = accountId ? ((await shareAccountLock(tx, accountId)) ?? null) : null;
  const row = await selectUser(tx, id).forShare().executeTakeFirst();
  if (!row) return undefined;
  if (row.account_id !== accountId) throw new UserMoved();
  return { user: toUser(row), passwordHash: row.password_hash, accountStatus };
}

const TRIES_MAX = 3;

/**
 * Runs a transaction with `shareUserLock`, retried if the user changes accounts meanwhile.
 * @throws AppError unavailable after repeated changes.
 */
export async function lockingUser<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!(error instanceof UserMoved)) throw error;
    }
  }
  throw new AppError('unavailable', 'the user is being moved to another account; retry');
}

const selectUser = (tx: Tx, id: Uuid) => tx.selectFrom('users').selectAll().where('id', '=', id);

export async function lockUser(tx: Tx, id: Uuid): Promise<User | undefined> {
  const row = await selectUser(tx, id).forUpdate().executeTakeFirst();
  return row && toUser(row);
}

/** Locks a user `for share`. */
export async function shareUser(tx: Tx, id: Uuid): Promise<User | undefined> {
  const row = await selectUser(tx, id).forShare().executeTakeFirst();
  return row && toUser(row);
}

/** Users whose first account this is, locked in the order of their ids. */
export async function lockUsersOf(tx: Tx, accountId: Uuid): Promise<readonly User[]> {
  const rows = await tx
    .selectFrom('users')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toUser);
}

export function toUser(row: Selectable<IdentityTables['users']>): User {
  return {
    id: row.id,
    email: row.former_email ?? row.email,
    emailVerifiedAt: row.email_verified_at ?? (row.is_email_assumed ? row.created_at : null),
    username: row.username,
    name: row.name,
    status: row.status,
    accountId: row.account_id,
    role: row.role,
    createdBy: row.created_by,
    hasOwnPassword: row.has_own_password,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function isUsernameTaken(
  db: Db,
  { username, except }: { readonly username: string; readonly except: Uuid },
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .where('id', '<>', except)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertUser(tx: Tx, user: User, passwordHash: string): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_verified_at: user.emailVerifiedAt,
      is_email_assumed: false,
      former_email: null,
      username: user.username,
      name: user.name,
      password_hash: passwordHash,
      status: user.status,
      account_id: user.accountId,
      role: user.role,
      created_by: user.createdBy,
      has_own_password: user.hasOwnPassword,
      version: user.version,
      created_at: user.createdAt,
      updated_at: user.updatedAt,
    })
    .execute();
}

/** Saves all fields of a locked user that can change, except email and password. */
export async function saveUser(tx: Tx, user: User): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      username: user.username,
      name: user.name,
      email_verified_at: user.emailVerifiedAt,
      is_email_assumed: false,
      status: user.status,
      account_id: user.accountId,
      role: user.role,
      created_by: user.createdBy,
      has_own_password: user.hasOwnPassword,
      version: user.version,
      updated_at: user.updatedAt,
    })
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
}

export async function saveEmail(tx: Tx, id: Uuid, email: string): Promise<void> {
  await tx.updateTable('users').set({ email }).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function savePassword(tx: Tx, id: Uuid, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Deletes a locked user without references. */
export async function deleteUserRow(tx: Tx, id: Uuid): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).executeTakeFirstOrThrow();
}
