import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** How often things have happened that whoever runs this Florin hears of once a day. */
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
