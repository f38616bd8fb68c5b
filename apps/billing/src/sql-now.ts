import { type RawBuilder, sql } from 'kysely';

/**
 * Billing's time, as SQL: the database clock, so that all processes agree. Statement time is
 * constant during a scan, so an index finds due rows without reading later ones.
 */
export function sqlNow(): RawBuilder<Date> {
  return sql<Date>`statement_timestamp()`;
}
