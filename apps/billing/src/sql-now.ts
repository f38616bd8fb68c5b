import { type RawBuilder, sql } from 'kysely';

/**
 * The time by which everything in billing happens, as SQL: the database's, so that all processes
 * agree whatever their own clocks say. That of the statement: an index cannot be asked for what is before
 * one that goes on meanwhile, so all that is due at some time would be read to find what is due now.
 */
export function sqlNow(): RawBuilder<Date> {
  return sql<Date>`statement_timestamp()`;
}
