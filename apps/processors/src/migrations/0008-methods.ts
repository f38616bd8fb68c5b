import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'no release has had the table that gets the indexes: it is empty',
};

/** Times of expiry warnings, and of detaching removed methods. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_methods add column warn_at timestamptz(3),
                                add column detach_at timestamptz(3)`.execute(db);
  await sql`
    create index payment_methods_warn on payment_methods (warn_at)
     where warn_at is not null`.execute(db);
  await sql`
    create index payment_methods_detach on payment_methods (detach_at)
     where detach_at is not null`.execute(db);
  await sql`
    create index payment_methods_known on payment_methods (processor, reference)
     where removed_at is null`.execute(db);
}
