import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Sellers' own texts for emails to their customers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table templates (
      account_id uuid,
      kind text,
      language text,
      subject text,
      body text,
      primary key (account_id, kind, language)
    )`.execute(db);
  await sql`
    grant select, insert, update on templates to ${sql.id(appRoleOf('mail'))}`.execute(db);
}
