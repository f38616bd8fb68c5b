import { type Kysely, sql } from 'kysely';
import type { Migration as AnyMigration } from 'kysely/migration';

export interface Accepted {
  /** The oldest release that gets along with it, where it takes something away or narrows it. */
  readonly since?: string;
  readonly why: string;
}

export interface Migration extends AnyMigration {
  /**
   * It runs in no transaction, as an index that is made concurrently has to. Whatever it does is
   * done again when it was cut off: see `createIndexConcurrently`.
   */
  readonly isOutsideTransaction?: boolean;
  /** Why it may do what `pnpm contracts` objects to. */
  readonly accepted?: Accepted;
}

/** By their names, which begin with a number and are in the order in which they are applied. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Migrations that are applied together: those of one transaction, or one that needs none. */
export interface Part {
  readonly isOutside: boolean;
  /** The last of them. */
  readonly upTo: string;
}

/** Those of which something is not applied yet. */
export function partsOf(migrations: Migrations, applied: readonly string[]): readonly Part[] {
  const parts: { isOutside: boolean; names: string[] }[] = [];
  for (const name of Object.keys(migrations).sort()) {
    const isOutside = migrations[name]?.isOutsideTransaction === true;
    const last = parts.at(-1);
    if (last && !isOutside && !last.isOutside) last.names.push(name);
    else parts.push({ isOutside, names: [name] });
  }
  return parts.flatMap(({ isOutside, names }) => {
    const upTo = names.at(-1);
    const isLeft = names.some((name) => !applied.includes(name));
    return upTo !== undefined && isLeft ? [{ isOutside, upTo }] : [];
  });
}

/**
 * What the migrator is shown to go up to one of them. It refuses a schema with migrations that it
 * is not shown: those which are newer, from later parts or later versions, are there for it to find
 * them applied. What is missing in between is not newer, and is refused.
 */
export function shownUpTo(
  upTo: string,
  migrations: Migrations,
  applied: readonly string[],
): Migrations {
  const known = Object.entries(migrations).filter(([name]) => name <= upTo);
  const newer = applied.filter((name) => name > upTo).map((name) => [name, APPLIED]);
  return Object.fromEntries([...known, ...newer]);
}

const APPLIED: Migration = {
  up: () => Promise.reject(new Error('this was applied by a newer version')),
};

/** The names of what was applied to a schema. */
export async function findApplied(db: Kysely<unknown>, schema: string): Promise<readonly string[]> {
  const table = `${schema}.kysely_migration`;
  const { rows: made } = await sql`select where to_regclass(${table}) is not null`.execute(db);
  if (made.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}
