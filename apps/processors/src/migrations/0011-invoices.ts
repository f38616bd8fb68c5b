import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'no release has had the table that gets an index: it is empty',
};

/** The invoice that a charge pays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charges add column invoice_id uuid`.execute(db);
  await sql`
    create index charges_invoice on charges (invoice_id) where invoice_id is not null`.execute(db);
}
