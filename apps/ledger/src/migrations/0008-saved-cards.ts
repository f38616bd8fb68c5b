import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'older than the rule: nobody reads or writes `payment_requests` until its indexes are made, which takes long where it is large',
};

/** The customer for whom a payment request saves the card of its last successful attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_requests add column saves_for text`.execute(db);
  await sql`
    create index payment_requests_saves_for on payment_requests (account_id, saves_for, id)
     where saves_for is not null and status = 'succeeded'`.execute(db);
}
