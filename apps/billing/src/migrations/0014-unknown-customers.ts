import { type Kysely, sql } from 'kysely';

/** An account can refuse subscriptions for unknown customers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_gates
      add column refuses_unknown_customers boolean not null default false`.execute(db);
}
