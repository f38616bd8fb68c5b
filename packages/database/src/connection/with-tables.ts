import type { Kysely, Transaction } from 'kysely';

/**
 * Narrows a database or transaction to the tables that the code needs. Needed for generic tables,
 * whose superset TypeScript does not accept by itself.
 */
export function withTables<Needed, Tables extends Needed>(
  transaction: Transaction<Tables>,
): Transaction<Needed>;
export function withTables<Needed, Tables extends Needed>(db: Kysely<Tables>): Kysely<Needed>;
// biome-ignore lint/suspicious/noExplicitAny: the signatures above say which tables there are.
export function withTables<Needed>(db: Kysely<any>): Kysely<Needed> {
  return db;
}
