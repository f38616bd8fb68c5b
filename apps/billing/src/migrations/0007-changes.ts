import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'older than the rule: nobody reads or writes `subscription_history` until its indexes are made, which takes long where it is large',
};

/** Finds a change of plan or quantity in the history of its subscription. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription_history add column change_id uuid`.execute(db);
  await sql`
    create unique index subscription_history_change on subscription_history (change_id)
     where change_id is not null`.execute(db);
}
