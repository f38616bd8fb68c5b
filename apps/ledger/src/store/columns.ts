/** A column of a set-based write: its name, its Postgres type, and a row's value in it. */
export type Column<Row> = readonly [name: string, type: string, read: (row: Row) => unknown];

/** The columns' names, as a statement lists them. */
export function namesOf<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(([name]) => name).join(', ');
}

/** `unnest($4::uuid[], $5::bigint[]) row (id, amount)` for parameters from `first` on. */
export function unnestOf<Row>(columns: readonly Column<Row>[], first: number): string {
  const arrays = columns.map(([, type], index) => `$${first + index}::${type}[]`).join(', ');
  return `unnest(${arrays}) row (${namesOf(columns)})`;
}

/** One array a column: the parameters that `unnestOf` speaks of. */
export function arraysOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly unknown[][] {
  return columns.map(([, , read]) => rows.map(read));
}

/** Milliseconds since 1970 as Postgres reads a timestamptz. */
export function toTimestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
