import { type Kysely, sql } from 'kysely';
import type { Migration as AnyMigration } from 'kysely/migration';

export interface Accepted {
  /** The oldest compatible release, if it removes or narrows something. */
  readonly since?: string;
  readonly why: string;
}

export interface Migration extends AnyMigration {
  /**
   * Runs outside a transaction, as concurrent index creation requires. It must be repeatable after
   * an interruption: see `createIndexConcurrently`.
   */
  readonly isOutsideTransaction?: boolean;
  /** Why it may violate a rule of `pnpm contracts`. */
  readonly accepted?: Accepted;
}

/** Migrations by name. Names begin with a number and sort in order of application. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Migrations applied together: a transaction's, or a single one outside a transaction. */
export interface Part {
  readonly isOutside: boolean;
  /** Its last migration. */
  readonly upTo: string;
}

/** The parts with at least one migration that is not applied yet. */
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
 * The migrations to give to Kysely's migrator. It refuses applied migrations that it does not know,
 * so newer ones are added as placeholders; unknown ones in between stay refused.
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
  up: () => Promise.reject(new Error('this migration was applied by a newer version')),
};

/** Names of the migrations applied to a schema. */
export async function findApplied(db: Kysely<unknown>, schema: string): Promise<readonly string[]> {
  const table = `${schema}.kysely_migration`;
  const { rows: made } = await sql`select where to_regclass(${table}) is not null`.execute(db);
  if (made.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}
