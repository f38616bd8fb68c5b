import { type Kysely, sql, type Transaction } from 'kysely';
import { inBackground } from '../connection/in-background.ts';

const MONTHS_AHEAD = 3;
const DAYS_AHEAD = 45;
const DAY_MS = 86_400_000;

/** A part of a table: the rows whose ids were made in this time, as ids tell it. */
export interface Month {
  /** Of the table that holds it: `events_2026_01`. */
  readonly name: string;
  /** The first id that is in it; null in the oldest one, before any was dropped. */
  readonly starts: string | null;
  /** The first id that is no more in it. */
  readonly ends: string;
  readonly endsAt: Date;
}

/** The months of a table, the oldest one first. */
export async function listMonths<Tables>(
  db: Kysely<Tables>,
  table: string,
): Promise<readonly Month[]> {
  const { rows } = await sql<Month>`
    select name, starts, ends, instant_of(ends) as "endsAt" from months_of(${table})`.execute(db);
  return rows;
}

/**
 * Makes the months to come: nothing can be written without them.
 * @throws Error that names what little is left, once it is less than it should be.
 */
export async function ensureMonths<Tables>(
  db: Kysely<Tables>,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) {
    try {
      await inBackground(db, (tx) =>
        sql`select make_months(${table}, ${MONTHS_AHEAD})`.execute(tx),
      );
    } catch (cause) {
      const days = await measureMonths(db, table);
      if (days >= DAYS_AHEAD) throw cause;
      const left = `which are there for ${days.toFixed(1)} days only`;
      throw new Error(`nothing can be written to ${table} once its months end, ${left}`, { cause });
    }
  }
}

/** For how many days there are months to write to. */
export async function measureMonths<Tables>(db: Kysely<Tables>, table: string): Promise<number> {
  const newest = (await listMonths(db, table)).at(-1);
  return newest ? (newest.endsAt.getTime() - Date.now()) / DAY_MS : 0;
}

/** Those that ended so many days ago, the oldest one first. */
export async function listExpired<Tables>(
  db: Kysely<Tables>,
  table: string,
  keptDays: number,
): Promise<readonly Month[]> {
  const endsBy = Date.now() - keptDays * DAY_MS;
  return (await listMonths(db, table)).filter(({ endsAt }) => endsAt.getTime() <= endsBy);
}

/** Drops the oldest month, which nobody reads or writes until the transaction ends. */
export async function dropMonth<Tables>(
  tx: Transaction<Tables>,
  table: string,
  { name }: Pick<Month, 'name'>,
): Promise<void> {
  await sql`select drop_month(${table}, ${name})`.execute(tx);
}
