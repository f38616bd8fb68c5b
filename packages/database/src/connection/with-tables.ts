import type { Kysely, Transaction } from 'kysely';

/**
 * A database or transaction for code that needs only some of its tables. TypeScript accepts one with
 * more tables by itself, but not where these are a type parameter: there this checks that they are
 * among them.
 */
export function withTables<Needed, Tables extends Needed>(
  transaction: Transaction<Tables>,
): Transaction<Needed>;
export function withTables<Needed, Tables extends Needed>(db: Kysely<Tables>): Kysely<Needed>;
// biome-ignore lint/suspicious/noExplicitAny: the signatures above say which tables there are.
export function withTables<Needed>(db: Kysely<any>): Kysely<Needed> {
  return db;
}
