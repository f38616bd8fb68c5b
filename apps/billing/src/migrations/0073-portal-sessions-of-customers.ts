import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Finds the portal sessions of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'portal_sessions_customer',
    'on portal_sessions (customer_id, id)',
  );
}
