import { createIndexConcurrently } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const isOutsideTransaction = true;

/** Finds due emails by queue; replaces the index over all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'letters_lane_due',
    "on letters (lane, due_at) where status = 'waiting'",
  );
  await sql`drop index concurrently if exists letters_due`.execute(db);
}
