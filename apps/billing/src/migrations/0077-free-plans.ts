import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'a check is widened; older code charges nothing for an amount of 0',
};

/** A plan may be free. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plans
      drop constraint plans_amount_check,
      add constraint plans_amount_check check (amount >= 0) not valid`.execute(db);
  await sql`alter table plans validate constraint plans_amount_check`.execute(db);
}
