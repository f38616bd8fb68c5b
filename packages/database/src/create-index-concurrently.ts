import { type Kysely, sql } from 'kysely';

/**
 * Makes an index while others write to its table, in a migration outside of a transaction. One that
 * was cut off leaves an index that is never used, which is dropped first.
 * @param definition what follows the name in `create index`: `on users (name) where name is not null`
 */
export async function createIndexConcurrently(
  db: Kysely<unknown>,
  name: string,
  definition: string,
  { isUnique = false } = {},
): Promise<void> {
  const { rows: leftOver } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db);
  if (leftOver.length > 0) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
  const kind = sql.raw(isUnique ? 'unique index' : 'index');
  await sql`
    create ${kind} concurrently if not exists ${sql.id(name)} ${sql.raw(definition)}`.execute(db);
}
