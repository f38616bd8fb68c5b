import { type Kysely, sql, type Transaction } from 'kysely';
import { inBackground } from '../connection/in-background.ts';

const MONTHS_AHEAD = 3;
const DAYS_AHEAD = 45;
const DAY_MS = 86_400_000;

/** A monthly partition: the rows whose UUIDv7 ids are of that month. */
export interface Month {
  /** Its table: `events_2026_01`. */
  readonly name: string;
  /** First id in the range; null for the oldest month until one is dropped. */
  readonly starts: string | null;
  /** First id after the range. */
  readonly ends: string;
  readonly endsAt: Date;
}

/** The months of a table, oldest first. */
export async function listMonths<Tables>(
  db: Kysely<Tables>,
  table: string,
): Promise<readonly Month[]> {
  const { rows } = await sql<Month>`
    select name, starts, ends, instant_of(ends) as "endsAt" from months_of(${table})`.execute(db);
  return rows;
}

/**
 * Creates future months, without which writes fail.
 * @throws Error with the remaining time if fewer months exist than should
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
      throw new Error(`writes to ${table} will fail once its months end, ${left}`, { cause });
    }
  }
}

/** Number of days for which months exist. */
export async function measureMonths<Tables>(db: Kysely<Tables>, table: string): Promise<number> {
  const newest = (await listMonths(db, table)).at(-1);
  return newest ? (newest.endsAt.getTime() - Date.now()) / DAY_MS : 0;
}

/** Months that ended at least `keptDays` ago, oldest first. */
export async function listExpired<Tables>(
  db: Kysely<Tables>,
  table: string,
  keptDays: number,
): Promise<readonly Month[]> {
  const endsBy = Date.now() - keptDays * DAY_MS;
  return (await listMonths(db, table)).filter(({ endsAt }) => endsAt.getTime() <= endsBy);
}

/** Drops the oldest month. The transaction locks it until it ends. */
export async function dropMonth<Tables>(
  tx: Transaction<Tables>,
  table: string,
  { name }: Pick<Month, 'name'>,
): Promise<void> {
  await sql`select drop_month(${table}, ${name})`.execute(tx);
}
