import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/**
 * Audited operations without events, stored outside the log because clients count its sequences.
 * Each follows the last known event of the log, and of its account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audited_operations (
      id uuid primary key,
      account_id uuid,
      sequence bigint,
      position bigint not null,
      number bigint generated always as identity,
      operation text not null,
      status integer not null,
      error text,
      target_id text,
      created_at timestamptz(3) not null,
      request json not null,
      check ((account_id is null) = (sequence is null))
    )`.execute(db);
  await sql`
    create index audited_operations_account on audited_operations (account_id, sequence, number)
      where account_id is not null`.execute(db);
  await sql`
    create index audited_operations_position on audited_operations (position, number)`.execute(db);
  await sql`
    create trigger audited_operations_append_only
      before update or delete or truncate on audited_operations
      for each statement execute function refuse_change()`.execute(db);
  const app = appRoleOf('webhooks');
  await sql`grant select, insert on audited_operations to ${sql.id(app)}`.execute(db);
}
