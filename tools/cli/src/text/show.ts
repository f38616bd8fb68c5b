import { harmless } from './harmless.ts';
import { moneyOf } from './money.ts';

type Members = Readonly<Record<string, unknown>>;

/** Identifying columns of any kind of object, in order of importance. */
const FIRST_COLUMNS: readonly string[] = [
  'id',
  'type',
  'status',
  'amount',
  'amount_due',
  'number',
  'name',
  'email',
  'customer_email',
  'role',
  'plan',
  'url',
  'reference',
  'created_at',
];
const COLUMNS_MAX = 7;
/** Longest text in a table; a record shows it all. */
const CELL_LENGTH_MAX = 48;
const GAP = '  ';

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Objects of one kind as a table, cut to the width of the terminal. */
export function tableOf(items: readonly unknown[], width: number): readonly string[] {
  const objects = items.filter(isMembers);
  if (objects.length < items.length) return items.map((item) => textOf('', item, undefined));
  const names = columnsOf(objects);
  const rows = objects.map((object) =>
    names.map((name) => shorten(textOf(name, object[name], object.currency))),
  );
  const titles = names.map((name) => name.replaceAll('_', ' '));
  const widths = names.map((_name, at) =>
    Math.max(...[titles, ...rows].map((cells) => (cells[at] ?? '').length)),
  );
  return [titles, ...rows].map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(GAP)
      .trimEnd()
      .slice(0, width),
  );
}

function columnsOf(objects: readonly Members[]): readonly string[] {
  const present = (name: string) => objects.some((it) => it[name] !== undefined);
  const known = FIRST_COLUMNS.filter(present);
  const others = Object.keys(objects[0] ?? {}).filter(
    (name) =>
      !known.includes(name) &&
      !['object', 'livemode', 'currency'].includes(name) &&
      !objects.some((it) => typeof it[name] === 'object' && it[name] !== null),
  );
  const chosen = [...known.filter((name) => name !== 'created_at'), ...others];
  const room = present('created_at') ? COLUMNS_MAX - 1 : COLUMNS_MAX;
  return [...chosen.slice(0, room), ...(present('created_at') ? ['created_at'] : [])];
}

/** All of one object: a line for each member, with nested names joined by dots. */
export function recordOf(object: Members): readonly string[] {
  const lines = [...membersOf(object, '', object.currency)];
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return lines.map(([name, text]) => `${name.padEnd(width)}${GAP}${text}`.trimEnd());
}

function* membersOf(
  object: Members,
  prefix: string,
  above: unknown,
): Generator<readonly [string, string]> {
  const currency = object.currency ?? above;
  for (const [name, value] of Object.entries(object)) {
    const path = `${prefix}${harmless(name)}`;
    if (isMembers(value) && Object.keys(value).length > 0)
      yield* membersOf(value, `${path}.`, currency);
    else if (Array.isArray(value) && value.some(isMembers))
      for (const [at, item] of value.entries()) yield* itemOf(item, `${path}.${at}`, currency);
    else yield [path, textOf(name, value, currency)];
  }
}

function* itemOf(item: unknown, path: string, currency: unknown) {
  if (isMembers(item)) yield* membersOf(item, `${path}.`, currency);
  else yield [path, textOf('', item, currency)] as const;
}

function textOf(name: string, value: unknown, currency: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value) && !value.some((item) => typeof item === 'object'))
    return value.length === 0 ? '-' : harmless(value.join(', '));
  if (typeof value === 'object') return harmless(JSON.stringify(value));
  return moneyOf(name, value, currency) ?? harmless(String(value));
}

function shorten(text: string): string {
  return text.length <= CELL_LENGTH_MAX ? text : `${text.slice(0, CELL_LENGTH_MAX - 1)}…`;
}
