import {
  type Accepted,
  appRoleOf,
  createInbox,
  createLeases,
  renameParkedEvents,
} from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'no release before has this service: the names that go are of tables that this very migration makes',
};

/** Searchable objects, and the words that find them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('console');
  await sql`
    create table objects (
      id uuid primary key,
      kind text not null,
      account_id uuid,
      sequence bigint not null,
      title text not null,
      detail text,
      amount bigint,
      currency text,
      status text,
      terms text[] not null,
      is_gone boolean not null,
      created_at timestamptz(3) not null,
      check ((amount is null) = (currency is null)),
      check (not is_gone or terms = '{}')
    ) with (fillfactor = 90)`.execute(db);
  await sql`
    create index objects_amounts on objects (amount, account_id, id)
      where amount is not null`.execute(db);
  // Collation C: a prefix search is then a range of bytes.
  await sql`
    create table words (
      account_id uuid,
      term text collate "C" not null,
      object_id uuid not null references objects on delete cascade
    )`.execute(db);
  await sql`
    create unique index words_of_accounts
      on words (account_id, term, object_id) nulls not distinct`.execute(db);
  await sql`create index words_of_all on words (term, object_id)`.execute(db);
  await sql`create index words_of_objects on words (object_id)`.execute(db);
  await sql`grant select, insert, update on objects to ${sql.id(app)}`.execute(db);
  await sql`grant select, insert, delete on words to ${sql.id(app)}`.execute(db);
  await createInbox(db, app);
  await renameParkedEvents(db, app);
  await createLeases(db, app);
}
