import { type Accepted, appRoleOf, createUserErasures } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'older code neither reads erasures of users nor updates operations, which stays refused for it',
};

/** Erased users, and the position up to which the log was searched for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('webhooks');
  await createUserErasures(db, app);
  await sql`
    alter table user_erasures add column searched_position bigint not null default 0,
                              add column finished_at timestamptz(3)`.execute(db);
  await sql`
    create index user_erasures_unfinished on user_erasures (user_id)
      where finished_at is null`.execute(db);
  await sql`grant update (request) on audited_operations to ${sql.id(app)}`.execute(db);
}
