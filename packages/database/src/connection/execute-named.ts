import type { Kysely, RawBuilder } from 'kysely';
import { nameStatement } from './name-statements.ts';

/**
 * Runs a statement by a name; its text is the same each time, and what differs are parameters. It names its
 * columns: one that asks for all of a table fails where a newer version adds one meanwhile.
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
