import { type RawBuilder, sql } from 'kysely';

/**
 * The time by which everything in billing happens, as SQL: the database's, so that all processes
 * agree whatever their own clocks say.
 */
export function sqlNow(): RawBuilder<Date> {
  return sql<Date>`clock_timestamp()`;
}
