import { type Selectable, sql } from 'kysely';
import type { Db, ProcessorsTables } from '../schema.ts';

/** The column of each table that says when its row is due. */
interface DueColumns {
  readonly charges: 'ask_at';
  readonly refunds: 'ask_at';
  readonly payouts: 'ask_at';
  readonly disputes: 'work_at';
  readonly payment_methods: 'detach_at';
  readonly settlement_lines: 'book_at';
}

/** Leases the rows that are due, oldest first, each to one process at a time. */
export async function takeDue<Table extends keyof DueColumns>(
  db: Db,
  [table, column]: readonly [Table, DueColumns[Table]],
  rowsMax: number,
  leaseS = 30,
): Promise<readonly Selectable<ProcessorsTables[Table]>[]> {
  const dueAt = sql.ref(column);
  const { rows } = await sql<Selectable<ProcessorsTables[Table]>>`
    with due as materialized (
      select id from ${sql.table(table)} where ${dueAt} <= statement_timestamp()
       order by ${dueAt} limit ${rowsMax} for update skip locked)
    update ${sql.table(table)} set ${dueAt} = clock_timestamp() + ${leaseS} * interval '1 second'
     where id in (select id from due)
    returning *`.execute(db);
  return rows;
}
