import type { Uuid } from '@florin/contracts';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AccountStatus } from '../domain/standing.ts';
import type { User } from '../domain/user.ts';
import { holdAccount } from './accounts.ts';
import type { IdentityTables } from './schema.ts';

export interface UserWithPassword {
  readonly user: User;
  readonly passwordHash: string;
}

/** By canonical email or by username, as both are stored. */
export async function findUserBy(
  db: Kysely<IdentityTables>,
  column: 'email' | 'username',
  value: string,
): Promise<UserWithPassword | undefined> {
  const row = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
  return row && { user: toUser(row), passwordHash: row.password_hash };
}

export async function findUser(db: Kysely<IdentityTables>, id: Uuid): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

export interface UserWithAccount extends UserWithPassword {
  readonly accountStatus: AccountStatus | null;
}

/** Changed accounts between two statements: a transaction that begins anew finds them there. */
export class UserMoved extends Error {}

/**
 * Keeps a user and their account as they are until the transaction ends. The account comes first,
 * as in everything that changes an account and its users. Undefined when the user is gone.
 * @throws UserMoved
 */
export async function holdUser(
  tx: Transaction<IdentityTables>,
  id: Uuid,
): Promise<UserWithAccount | undefined> {
  const found = await findUser(tx, id);
  if (!found) return undefined;
  const { accountId } = found;
  const accountStatus = accountId ? ((await holdAccount(tx, accountId)) ?? null) : null;
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.account_id !== accountId) throw new UserMoved();
  return { user: toUser(row), passwordHash: row.password_hash, accountStatus };
}

export async function lockUser(
  tx: Transaction<IdentityTables>,
  id: Uuid,
): Promise<User | undefined> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toUser(row);
}

/** Everybody in an account, locked in the order of their ids. */
export async function lockUsersOf(
  tx: Transaction<IdentityTables>,
  accountId: Uuid,
): Promise<readonly User[]> {
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
    username: row.username,
    name: row.name,
    status: row.status,
    accountId: row.account_id,
    role: row.role,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function isUsernameTaken(
  db: Kysely<IdentityTables>,
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
