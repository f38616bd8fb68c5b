import { type Kysely, sql } from 'kysely';

/** What was done about an invoice that nobody was charged for, and why it is not paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invoices
      add column reminder_count integer not null default 0,
      add column failure_reason text`.execute(db);
}
