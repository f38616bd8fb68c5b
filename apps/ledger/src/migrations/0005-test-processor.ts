import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** State of the test processor, which simulates an external system. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table test_processor_charges (
      attempt_id uuid primary key,
      status text not null check (status in ('succeeded', 'declined', 'pending', 'abandoned')),
      amount bigint,
      currency text,
      decline_code text,
      card_brand text,
      card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    grant select, insert, update on test_processor_charges to ${sql.id(appRoleOf('ledger'))}`.execute(
    db,
  );
}
