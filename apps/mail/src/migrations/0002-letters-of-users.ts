import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'no release before has this service, which would read a mail without an account',
};

/** Emails to users, who need not belong to an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table letters alter column account_id drop not null`.execute(db);
}
