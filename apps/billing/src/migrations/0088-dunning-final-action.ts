import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'older code does not read the new column and cancels, which is the default',
};

/** Action on subscriptions of a seller after the last failed attempt; null for the default. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_gates add column dunning_final_action text`.execute(db);
}
