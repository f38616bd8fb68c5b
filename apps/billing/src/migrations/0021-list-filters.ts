import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** List filters for email addresses and document numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'customers_email',
    'on customers (account_id, email, id) where email is not null',
  );
  for (const table of ['invoices', 'one_off_invoices'])
    await createIndexConcurrently(
      db,
      `${table}_document`,
      `on ${table} (seller_id, document_number) where document_number is not null`,
    );
}
