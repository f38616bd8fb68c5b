import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Indexes for pages of an account's users, and for finding other administrators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'users_account_page', 'on users (account_id, id)');
  await createIndexConcurrently(db, 'users_admins', "on users (id) where role = 'admin'");
}
