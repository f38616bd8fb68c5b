import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { User } from '../domain/user.ts';
import type { IdentityTables } from './schema.ts';

export async function insertUser(
  tx: Transaction<IdentityTables>,
  user: User,
  passwordHash: string,
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      former_email: null,
      username: user.username,
      name: user.name,
      password_hash: passwordHash,
      status: user.status,
      account_id: user.accountId,
      role: user.role,
      version: user.version,
      created_at: user.createdAt,
      updated_at: user.updatedAt,
    })
    .execute();
}

/** Saves everything of a locked user that can change, but for email and password. */
export async function saveUser(tx: Transaction<IdentityTables>, user: User): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      username: user.username,
      name: user.name,
      status: user.status,
      account_id: user.accountId,
      role: user.role,
      version: user.version,
      updated_at: user.updatedAt,
    })
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
}

export async function saveEmail(
  tx: Transaction<IdentityTables>,
  id: Uuid,
  email: string,
): Promise<void> {
  await tx.updateTable('users').set({ email }).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function savePassword(
  tx: Transaction<IdentityTables>,
  id: Uuid,
  passwordHash: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Deletes a locked user whom nothing names any more. */
export async function deleteUser(tx: Transaction<IdentityTables>, id: Uuid): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).executeTakeFirstOrThrow();
}
