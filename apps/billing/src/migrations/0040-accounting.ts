import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Account numbers of sellers for exports, and the CSV format of an export. Both are optional. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounting_settings (
      account_id uuid primary key,
      settings text not null,
      updated_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`
    grant select, insert, update on accounting_settings to ${sql.id(appRoleOf('billing'))}`.execute(
    db,
  );
  await sql`alter table exports add column options text`.execute(db);
}
