import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'a column that is read and written by name takes nulls, which older code reads as false',
};

/** Null until an account chooses; existing rows keep their value. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_gates
      alter column refuses_unknown_customers drop default,
      alter column refuses_unknown_customers drop not null`.execute(db);
}
