import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the former name is a view of the same rows, which reads and writes them as the table did',
};

/** Renames `lanes`. A writable view keeps the old name for older processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lanes rename to endpoint_queues`.execute(db);
  await sql`alter index lanes_pkey rename to endpoint_queues_pkey`.execute(db);
  await sql`alter index lanes_due rename to endpoint_queues_due`.execute(db);
  await sql`
    alter table endpoint_queues
      rename constraint lanes_endpoint_id_fkey to endpoint_queues_endpoint_id_fkey`.execute(db);
  await sql`
    create view lanes as
    select endpoint_id, due_at, leased_until, failures, paused_until
      from endpoint_queues`.execute(db);
  await sql`
    grant select, insert, update, delete on lanes to ${sql.id(appRoleOf('webhooks'))}`.execute(db);
}
