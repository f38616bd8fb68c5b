import { type Kysely, sql } from 'kysely';

/**
 * Creates an index without blocking writers, in a migration outside a transaction. An interrupted
 * attempt leaves an invalid index, which is dropped first.
 * @param definition text after the name in `create index`: `on users (name) where name is not null`
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

/**
 * The same for a partitioned table, which Postgres does not support directly. The parent's index
 * covers future partitions and becomes valid once each partition has its own.
 * @param columns text after the table in `create index`: `(name, id) where name is not null`
 */
export async function createIndexOnPartitions(
  db: Kysely<unknown>,
  table: string,
  name: string,
  columns: string,
): Promise<void> {
  await sql`
    create index if not exists ${sql.id(name)} on only ${sql.id(table)} ${sql.raw(columns)}`.execute(
    db,
  );
  const { rows: partitions } = await sql<{ partition: string; index: string }>`
    select relname as partition, relname || ${name.slice(table.length)} as index
      from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = to_regclass(${table})
       -- One that was made since the index of the whole has its own already.
       and not exists (
         select from pg_index has join pg_inherits attached on attached.inhrelid = has.indexrelid
          where has.indrelid = pg_class.oid and attached.inhparent = to_regclass(${name}))
     order by relname`.execute(db);
  for (const { partition, index } of partitions) {
    await createIndexConcurrently(db, index, `on ${partition} ${columns}`);
    await sql`alter index ${sql.id(name)} attach partition ${sql.id(index)}`.execute(db);
  }
}
