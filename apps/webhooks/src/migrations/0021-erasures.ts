import { type Accepted, appRoleOf, createErasures } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'older code neither reads erasures nor updates events, which stays refused for it',
};

/** Erased customers, and the progress of searching the log. Only erasures may change events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('webhooks');
  await createErasures(db, app);
  await sql`
    alter table erasures add column searched_sequence bigint not null default 0,
                         add column finished_at timestamptz(3)`.execute(db);
  await sql`
    create index erasures_unfinished on erasures (customer_id) where finished_at is null`.execute(
    db,
  );
  await sql`
    create or replace function refuse_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and current_setting('florin.erasing', true) = 'on' then
        return null;
      end if;
      raise exception 'the log of events is append-only';
    end $$`.execute(db);
  const role = sql.id(app);
  await sql`grant update (data, request) on events to ${role}`.execute(db);
}
