import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Invoices that still lack entries; empty once all are carried over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['invoices', 'one_off_invoices'])
    await createIndexConcurrently(
      db,
      `${table}_unbooked`,
      `on ${table} (seller_id, id) where booked_version <> version`,
    );
}
