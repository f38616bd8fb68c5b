import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'earlier versions only read the column, by a view in which it may be null already',
  since: '0.1.0',
};

/** Credit also pays one-off invoices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_entries alter column subscription_id drop not null`.execute(db);
}
