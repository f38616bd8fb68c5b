/**
 * A column of a set-based write: its name, its Postgres type, and a row's value in it. `json text`
 * is a text column in which JSON stands.
 */
export type Column<Row> = readonly [
  name: string,
  type: 'uuid' | 'bigint' | 'integer' | 'text' | 'timestamptz' | 'json' | 'json text',
  read: (row: Row) => string | bigint | number | null,
];

/** The columns' names, as a statement lists them. */
export function namesOf<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(([name]) => name).join(', ');
}

/** `unnest($4::uuid[], $5::bigint[]) row (id, amount)` for parameters from `first` on. */
export function unnestOf<Row>(columns: readonly Column<Row>[], first: number): string {
  const arrays = columns.map(([, type], index) => toArray(type, `$${first + index}`)).join(', ');
  return `unnest(${arrays}) row (${namesOf(columns)})`;
}

function toArray(type: string, parameter: string): string {
  if (!isJson(type)) return `${parameter}::${type}[]`;
  const lines = `string_to_array(${parameter}, E'\\n')`;
  return type === 'json' ? `${lines}::json[]` : lines;
}

/** JSON as this process writes it has no line breaks: as lines it needs no escaping. */
function isJson(type: string): boolean {
  return type === 'json' || type === 'json text';
}

/** One parameter a column: the arrays that `unnestOf` speaks of, as Postgres reads them. */
export function arraysOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly string[] {
  return columns.map(([, type, read]) => {
    if (isJson(type)) return rows.map(read).join('\n');
    const toElement = type === 'text' ? quoted : plain;
    return `{${rows.map((row) => toElement(read(row))).join(',')}}`;
  });
}

/** Numbers, instants and UUIDs have nothing in them that an array would take for its own. */
function plain(value: string | bigint | number | null): string {
  return value === null ? 'null' : String(value);
}

function quoted(value: string | bigint | number | null): string {
  return value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Milliseconds since 1970 as Postgres reads a timestamptz. */
export function toTimestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
