import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Lists recurring subscriptions by descending amount, of one account and of all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const parts = 'amount, subscription_id) where amount > 0';
  await createIndexConcurrently(db, 'recurring_parts', `on recurring (account_id, ${parts}`);
  await createIndexConcurrently(db, 'recurring_parts_of_all', `on recurring (${parts}`);
}
