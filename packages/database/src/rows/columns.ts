import { CompiledQuery, type Transaction } from 'kysely';
import { nameStatement } from '../connection/name-statements.ts';
import { type BinaryKind, toBinaryArray } from './binary-arrays.ts';

/**
 * Column of a bulk write: name, Postgres type and accessor. `json text` is a text column that holds
 * JSON; a timestamptz is milliseconds since 1970.
 */
export type Column<Row> = readonly [
  name: string,
  type: BinaryKind | 'boolean' | 'text' | 'json' | 'json text',
  read: (row: Row) => Value,
];

type Value = string | bigint | number | boolean | null;

/** The column names, comma-separated. */
export function namesOf<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(([name]) => name).join(', ');
}

/**
 * `(select unnest($1::uuid[]) id, unnest($2::bigint[]) amount) row`. In a select list, the arrays
 * are read in parallel, row by row; `unnest` in `from` first materializes each array.
 */
export function unnestOf(
  columns: readonly (readonly [name: string, type: Column<never>[1], ...unknown[]])[],
): string {
  const arrays = columns.map(
    ([name, type], index) => `unnest(${toArray(type, `$${index + 1}`)}) ${name}`,
  );
  return `(select ${arrays.join(', ')}) row`;
}

function toArray(type: string, parameter: string): string {
  if (!isJson(type)) return `${parameter}::${type}[]`;
  const lines = `string_to_array(${parameter}, E'\\n', '')`;
  return type === 'json' ? `${lines}::json[]` : lines;
}

/**
 * This process writes JSON without line breaks, so lines need no escaping. JSON is never empty: an
 * empty line is SQL null, `null` is JSON null.
 */
function isJson(type: string): type is 'json' | 'json text' {
  return type === 'json' || type === 'json text';
}

/** A named bulk write whose parameters are one array per column. */
export interface Save<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly text: string;
}

/** A statement that inserts rows. */
export function insertRows<Row>(table: string, columns: readonly Column<Row>[]): Save<Row> {
  const text = `insert into ${table} (${namesOf(columns)})
    select ${namesOf(columns)} from ${unnestOf(columns)}`;
  return { name: `save-${table}`, columns, text };
}

/** An update of the rows with these keys. `also` is SQL for further changes. */
export function updateRows<Row>(
  table: string,
  keys: readonly Column<Row>[],
  changing: readonly Column<Row>[],
  ...also: readonly string[]
): Save<Row> {
  const columns = [...keys, ...changing];
  const changes = [...changing.map(([name]) => `${name} = row.${name}`), ...also].join(', ');
  const isSame = keys.map(([name]) => `${table}.${name} = row.${name}`).join(' and ');
  const text = `update ${table} set ${changes} from ${unnestOf(columns)} where ${isSame}`;
  return { name: `change-${table}`, columns, text };
}

/**
 * An encoded statement. Its parameters are texts and bytes, so pg cannot fail to serialize them.
 */
export interface Encoded {
  readonly name: string;
  readonly text: string;
  readonly values: (string | Buffer)[];
}

/**
 * Encodes a bulk write, if there are rows. When pipelining, encode everything before sending
 * COMMIT: otherwise an encoding failure commits the transaction without that statement.
 */
export function encodeRows<Row>(
  { name, columns, text }: Save<Row>,
  rows: readonly Row[],
): readonly Encoded[] {
  return rows.length === 0 ? [] : [{ name, text, values: arraysOf(columns, rows) }];
}

/** Runs a bulk write in a Kysely transaction. */
export async function saveRowsIn<Row, Tables>(
  tx: Transaction<Tables>,
  { columns, text }: Save<Row>,
  rows: readonly Row[],
): Promise<void> {
  nameStatement(text);
  if (rows.length > 0) await tx.executeQuery(CompiledQuery.raw(text, arraysOf(columns, rows)));
}

/** The array parameters for `unnestOf`. */
function arraysOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): (string | Buffer)[] {
  return columns.map(([name, type, read]) => {
    const values = rows.map((row) => {
      const value = read(row);
      // JSON has no value for undefined; it would be sent as the word.
      if (value === undefined) throw new Error(`the value of ${name} is missing`);
      return value;
    });
    if (isJson(type)) return values.join('\n');
    if (type === 'text') return toArrayText(values);
    if (type === 'boolean') return `{${values.map((value) => value ?? 'null').join(',')}}`;
    return toBinaryArray(type, values);
  });
}

/** Encodes texts as a Postgres array literal. */
export function toArrayText(values: readonly Value[]): string {
  return `{${values.map(quoted).join(',')}}`;
}

function quoted(value: Value): string {
  if (value === null) return 'null';
  const text = String(value);
  // The check costs a fifth of a replacement that finds nothing.
  const isPlain = !(text.includes('"') || text.includes('\\'));
  return `"${isPlain ? text : text.replaceAll(/["\\]/g, '\\$&')}"`;
}
