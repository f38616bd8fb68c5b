import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'the table itself has no rows: its partitions get theirs concurrently, by 0011',
};

/** By what an account's closing finds the holds that it has to cancel, however long its history is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index transactions_pending on only transactions (account_id)
     where status = 'pending'`.execute(db);
}
