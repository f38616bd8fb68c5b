import {
  type Accepted,
  appRoleOf,
  createMonthFunctions,
  createPartitioningFunctions,
} from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'older code leaves the number of what it inserts to the database, which takes it from a sequence now',
};

/** Functions that create and drop months of the log, and the start of the log after a drop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMonthFunctions(db, 'webhooks');
  await createPartitioningFunctions(db);
  // Events of dropped months still count as known when they are published again.
  await sql`
    create table log_start (
      is_only boolean primary key default true check (is_only),
      first_id uuid
    )`.execute(db);
  await sql`insert into log_start default values`.execute(db);
  await numberBySequence(db);
  const app = sql.id(appRoleOf('webhooks'));
  await sql`grant select, update on log_start to ${app}`.execute(db);
  await sql`grant usage on sequence audited_operations_numbers to ${app}`.execute(db);
}

/** Some supported versions of Postgres have no identity columns on partitioned tables. */
async function numberBySequence(db: Kysely<unknown>): Promise<void> {
  // No writer may take a number between reading the last one and creating the sequence.
  await sql`lock table audited_operations in access exclusive mode`.execute(db);
  await sql`create sequence audited_operations_numbers`.execute(db);
  await sql`
    select setval('audited_operations_numbers',
                  nextval(pg_get_serial_sequence('audited_operations', 'number')))`.execute(db);
  await sql`
    alter table audited_operations
      alter column number drop identity,
      alter column number set default nextval('audited_operations_numbers')`.execute(db);
}
