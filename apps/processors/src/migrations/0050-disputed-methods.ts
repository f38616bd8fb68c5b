import { type Kysely, sql } from 'kysely';

/**
 * Disputes pause automatic charges of a card. Existing methods count as undisputed; the method and
 * customer of existing charges stay unknown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_methods add column disputed_by uuid[] not null default '{}'`.execute(db);
  await sql`alter table charges add column method_id uuid, add column customer text`.execute(db);
}
