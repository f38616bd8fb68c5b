import { CompiledQuery, type Transaction } from 'kysely';
import { nameStatement } from '../connection/name-statements.ts';
import { type BinaryKind, toBinaryArray } from './binary-arrays.ts';

/**
 * A column of a set-based write: its name, its Postgres type, and a row's value in it. `json text`
 * is a text column in which JSON stands; a timestamptz is milliseconds since 1970.
 */
export type Column<Row> = readonly [
  name: string,
  type: BinaryKind | 'boolean' | 'text' | 'json' | 'json text',
  read: (row: Row) => Value,
];

type Value = string | bigint | number | boolean | null;

/** The columns' names, as a statement lists them. */
export function namesOf<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(([name]) => name).join(', ');
}

/**
 * `(select unnest($1::uuid[]) id, unnest($2::bigint[]) amount) row`: in a list of results they go on side by
 * side, one row after the other, while `unnest` of both in a `from` first puts all rows of each array aside.
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
 * JSON as this process writes it has no line breaks: as lines it needs no escaping. No JSON is
 * empty: such a line is the null of SQL, while `null` is that of JSON.
 */
function isJson(type: string): type is 'json' | 'json text' {
  return type === 'json' || type === 'json text';
}

/** A named statement that writes a set of rows, whose parameters are one array a column. */
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

/** A statement that changes the rows with these keys; `also` is SQL of further changes. */
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

/** A statement as it is sent. Its parameters are texts and bytes, of which pg can make nothing that fails. */
export interface Encoded {
  readonly name: string;
  readonly text: string;
  readonly values: (string | Buffer)[];
}

/**
 * Encodes the write of these rows; without any, there is no statement. Whoever sends several
 * statements without waiting for each other sends no COMMIT before all of them are encoded: what fails
 * here would be missing, and the others kept.
 */
export function encodeRows<Row>(
  { name, columns, text }: Save<Row>,
  rows: readonly Row[],
): readonly Encoded[] {
  return rows.length === 0 ? [] : [{ name, text, values: arraysOf(columns, rows) }];
}

/** Writes these rows in a transaction of Kysely. */
export async function saveRowsIn<Row, Tables>(
  tx: Transaction<Tables>,
  { columns, text }: Save<Row>,
  rows: readonly Row[],
): Promise<void> {
  nameStatement(text);
  if (rows.length > 0) await tx.executeQuery(CompiledQuery.raw(text, arraysOf(columns, rows)));
}

/** The arrays that `unnestOf` speaks of, as Postgres reads them. */
function arraysOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): (string | Buffer)[] {
  return columns.map(([name, type, read]) => {
    const values = rows.map((row) => {
      const value = read(row);
      // It would be written as a word: JSON has no text for what is undefined.
      if (value === undefined) throw new Error(`there is no value for ${name}`);
      return value;
    });
    if (isJson(type)) return values.join('\n');
    if (type === 'text') return toArrayText(values);
    if (type === 'boolean') return `{${values.map((value) => value ?? 'null').join(',')}}`;
    return toBinaryArray(type, values);
  });
}

/** Texts as Postgres reads an array of them. */
export function toArrayText(values: readonly Value[]): string {
  return `{${values.map(quoted).join(',')}}`;
}

function quoted(value: Value): string {
  if (value === null) return 'null';
  const text = String(value);
  // To look first takes a fifth of what it takes to replace nothing.
  const isPlain = !(text.includes('"') || text.includes('\\'));
  return `"${isPlain ? text : text.replaceAll(/["\\]/g, '\\$&')}"`;
}
