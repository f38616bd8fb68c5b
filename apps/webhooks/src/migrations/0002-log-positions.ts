import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'a trigger gives what older code writes its position; nobody reads or writes `events` until it is done',
};

/**
 * One order across all accounts. `log_head` stays locked until the transaction ends, so positions
 * become visible in order and without gaps, and readers miss nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('webhooks');
  await sql`alter table events add column position bigint, add column aggregate_id uuid`.execute(
    db,
  );
  // Rows were only ever appended, so their physical order is that of arrival.
  await sql`
    update events set position = numbered.position
      from (select id, row_number() over (order by ctid) as position from events) numbered
     where events.id = numbered.id`.execute(db);
  await sql`
    create table log_head (
      is_only boolean primary key default true check (is_only),
      last_position bigint not null
    )`.execute(db);
  await sql`insert into log_head (last_position) select count(*) from events`.execute(db);
  await sql`alter table events alter column position set not null`.execute(db);
  await sql`create unique index events_position on events (position)`.execute(db);
  await sql`create index events_type on events (account_id, type, sequence)`.execute(db);
  await sql`grant select, update on log_head to ${sql.id(app)}`.execute(db);
  await addPositionsForOlderVersions(db);
}

/** For processes of the previous version during a rolling update, which set no positions. */
async function addPositionsForOlderVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function take_position() returns trigger language plpgsql as $$
    begin
      update log_head set last_position = last_position + 1
        returning last_position into new.position;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger events_take_position before insert on events
      for each row when (new.position is null) execute function take_position()`.execute(db);
}
