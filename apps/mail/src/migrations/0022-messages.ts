import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'no release before has this service; processes without this migration use the view of the former name, and the trigger copies their queues',
};

/** Index names without their table. */
const indexes = ['pkey', 'once', 'ended', 'account', 'about'];

/**
 * Renames `letters` to `messages`, and its column `lane` to `queue`, with the names of the queues.
 * A writable view and a trigger keep the former names for older processes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table letters rename to messages`.execute(db);
  for (const name of indexes)
    await sql`
      alter index ${sql.id(`letters_${name}`)} rename to ${sql.id(`messages_${name}`)}`.execute(db);
  for (const name of ['check', 'status_check'])
    await sql`
      alter table messages
        rename constraint ${sql.id(`letters_${name}`)} to ${sql.id(`messages_${name}`)}`.execute(
      db,
    );
  await sql`
    create view letters as
    select id, cause_id, kind, account_id, receiver, values, status, attempts, due_at, reason,
           created_at, ended_at, about, sent_to, lane
      from messages`.execute(db);
  await sql`
    grant select, insert, update, delete on letters to ${sql.id(appRoleOf('mail'))}`.execute(db);
  await sql`
    alter table messages
      add column queue text not null default 'notification'
        check (queue in ('interactive', 'notification', 'attachment'))`.execute(db);
  await sql`
    update messages set queue = case lane when 'asked' then 'interactive' else 'attachment' end
     where lane in ('asked', 'filed')`.execute(db);
  await copyQueues(db);
}

/** The column that differs from its default or former value has the new value. */
async function copyQueues(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function copy_queue() returns trigger language plpgsql as $$
    declare
      former_lane text := case when tg_op = 'INSERT' then 'told' else old.lane end;
    begin
      if new.lane <> former_lane then
        new.queue := case new.lane when 'asked' then 'interactive'
                                   when 'filed' then 'attachment' else 'notification' end;
      else
        new.lane := case new.queue when 'interactive' then 'asked'
                                   when 'attachment' then 'filed' else 'told' end;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger messages_queue before insert or update of lane, queue on messages
       for each row execute function copy_queue()`.execute(db);
}
