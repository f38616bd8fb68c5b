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

/** What months of the log are made and dropped by, and where the log begins once one was dropped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMonthFunctions(db, 'webhooks');
  await createPartitioningFunctions(db);
  // What comes again from before it is known, although nothing tells it any more.
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

/** Tables in months have no identity columns in every Postgres that Florin runs on. */
async function numberBySequence(db: Kysely<unknown>): Promise<void> {
  // Nobody takes a number between that it is read and that it is taken from elsewhere.
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
