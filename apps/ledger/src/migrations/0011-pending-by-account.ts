import { createIndexConcurrently, type Migration } from '@florin/database';
import { sql } from 'kysely';

export const isOutsideTransaction = true;

const PENDING = `(account_id) where status = 'pending'`;

/** What an account's closing has to cancel, by account. Later partitions are made with theirs. */
export const up: Migration['up'] = async (db) => {
  await createIndexConcurrently(db, 'payment_requests_pending', `on payment_requests ${PENDING}`);
  const { rows } = await sql<{ partition: string }>`
    select part.inhrelid::regclass::text as partition from pg_inherits part
     where part.inhparent = 'transactions'::regclass
       and not exists (select from pg_inherits whole join pg_index on indexrelid = whole.inhrelid
                        where whole.inhparent = 'transactions_pending'::regclass
                          and indrelid = part.inhrelid)`.execute(db);
  for (const { partition } of rows) {
    const index = `${partition}_pending`;
    await createIndexConcurrently(db, index, `on ${partition} ${PENDING}`);
    await sql`alter index transactions_pending attach partition ${sql.id(index)}`.execute(db);
  }
};
