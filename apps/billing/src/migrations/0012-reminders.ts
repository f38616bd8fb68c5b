import { type Kysely, sql } from 'kysely';

/** Reminders of invoices without a charge, and failure reasons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invoices
      add column reminder_count integer not null default 0,
      add column failure_reason text`.execute(db);
}
