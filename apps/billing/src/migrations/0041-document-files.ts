import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/**
 * PDFs of invoices and credit notes as first drawn. The service can add and read them, but not
 * change or delete them. Documents of earlier versions have none until they are drawn.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_files (
      document_id uuid not null,
      state text not null,
      kind text not null,
      seller_id uuid not null,
      sha256 text not null,
      bytes bytea not null,
      created_at timestamptz(3) not null default clock_timestamp(),
      primary key (document_id, state)
    )`.execute(db);
  await sql`grant select, insert on document_files to ${sql.id(appRoleOf('billing'))}`.execute(db);
}
