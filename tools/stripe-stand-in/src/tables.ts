import { randomBytes } from 'node:crypto';
import { invalid, missing, StripeFailure } from './failure.ts';
import { type Form, groupOf, intOf, textOf } from './form.ts';

interface Row {
  readonly id: string;
  readonly created?: number;
}

/** Objects of one kind and account, oldest first. */
export interface Table<T extends Row> {
  readonly insert: (row: T) => T;
  readonly find: (id: string) => T | undefined;
  /** @throws StripeFailure if it does not exist */
  readonly get: (id: string) => T;
  /** Replaces an object by its changed version. */
  readonly change: (id: string, changes: Partial<T>) => T;
  readonly all: () => readonly T[];
}

/** Enough for any test; failing is better than dropping payments. */
const ROWS_MAX = 200_000;

export function makeTable<T extends Row>(what: string): Table<T> {
  const rows = new Map<string, T>();
  const get = (id: string) => {
    const row = rows.get(id);
    if (!row) throw missing(what, id);
    return row;
  };
  return {
    insert(row) {
      if (rows.size >= ROWS_MAX)
        throw new StripeFailure(500, { type: 'api_error', message: `no room for a ${what} more` });
      rows.set(row.id, row);
      return row;
    },
    find: (id) => rows.get(id),
    get,
    change(id, changes) {
      const changed = { ...get(id), ...changes };
      rows.set(id, changed);
      return changed;
    },
    all: () => [...rows.values()],
  };
}

export function newName(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

const LIMIT = 10;
const LIMIT_MAX = 100;

/**
 * A page of a list like Stripe's: newest first, after `starting_after` or before `ending_before`.
 */
export function listPage<T extends Row>(
  table: Table<T>,
  form: Form,
  url: string,
  isListed: (row: T) => boolean = () => true,
) {
  const limit = intOf(form, 'limit') ?? LIMIT;
  if (limit < 1 || limit > LIMIT_MAX) throw invalid('limit must be 1 to 100', { param: 'limit' });
  const isWithin = createdWithin(form);
  const rows = table
    .all()
    .filter((row) => isListed(row) && isWithin(row.created ?? 0))
    .reverse();
  const after = textOf(form, 'starting_after');
  const before = textOf(form, 'ending_before');
  const at = (id: string) => {
    table.get(id);
    return rows.findIndex((row) => row.id === id);
  };
  if (before !== undefined) {
    const end = Math.max(at(before), 0);
    const start = Math.max(end - limit, 0);
    return { object: 'list' as const, data: rows.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : at(after) + 1;
  const data = rows.slice(start, start + limit);
  return { object: 'list' as const, data, has_more: start + limit < rows.length, url };
}

/** Reads `created=…` and `created[gte]=…`, in seconds. */
function createdWithin(form: Form): (created: number) => boolean {
  const exactly = textOf(form, 'created') === undefined ? undefined : intOf(form, 'created');
  const range = groupOf(form, 'created');
  const [gte, gt, lte, lt] = ['gte', 'gt', 'lte', 'lt'].map((name) => intOf(range, name));
  return (created) =>
    (exactly === undefined || created === exactly) &&
    (gte === undefined || created >= gte) &&
    (gt === undefined || created > gt) &&
    (lte === undefined || created <= lte) &&
    (lt === undefined || created < lt);
}
