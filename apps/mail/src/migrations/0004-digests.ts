import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Daily counts of the events in the operator's digest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('mail'));
  await sql`
    create table day_counts (
      day date,
      type text,
      count bigint not null,
      primary key (day, type)
    )`.execute(db);
  await sql`grant select, insert, update, delete on day_counts to ${app}`.execute(db);
}
