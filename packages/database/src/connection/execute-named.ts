import type { Kysely, RawBuilder } from 'kysely';
import { nameStatement } from './name-statements.ts';

/**
 * Runs a prepared statement with constant text. It must list its columns: a cached `select *` fails
 * once a newer version adds a column.
 */
export async function executeNamed<Row, Tables>(
  db: Kysely<Tables>,
  statement: RawBuilder<Row>,
): Promise<readonly Row[]> {
  const compiled = statement.compile(db);
  nameStatement(compiled.sql);
  const { rows } = await db.executeQuery(compiled);
  return rows;
}
