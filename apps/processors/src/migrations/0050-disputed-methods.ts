import { type Kysely, sql } from 'kysely';

/**
 * A disputed card is not charged automatically. Existing methods count as undisputed; the method and
 * the customer of existing charges stay unknown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_methods add column disputed_by uuid[] not null default '{}'`.execute(db);
  await sql`alter table charges add column method_id uuid, add column customer text`.execute(db);
}
