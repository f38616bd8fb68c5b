import {
  appRoleOf,
  createIdempotencyKeys,
  createLeases,
  createOutbox,
  createSteps,
} from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Accounts and their settings, and the sagas that open and close them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('accounts');
  await sql`
    create table accounts (
      id uuid primary key,
      version bigint not null default 1,
      email text not null unique,
      name text not null,
      type text not null check (type in ('individual', 'business')),
      status text not null check (status in ('active', 'pending', 'suspended', 'closed')),
      currency text not null,
      timezone text not null,
      language text not null,
      is_platform boolean not null default false,
      created_at timestamptz(3) not null default clock_timestamp(),
      updated_at timestamptz(3) not null default clock_timestamp(),
      closed_at timestamptz(3)
    )`.execute(db);
  await sql`create unique index accounts_platform on accounts (is_platform) where is_platform`.execute(
    db,
  );
  await sql`grant select, insert, update on accounts to ${sql.id(app)}`.execute(db);
  await createIdempotencyKeys(db, app);
  await createSteps(db, app);
  await createOutbox(db, app);
  await createLeases(db, app);
}
