import { Kysely, PostgresDialect } from 'kysely';
import type { Client } from 'pg';
import { auditAll } from '../src/audit/operations.ts';
import { describe } from '../src/domain/invariants.ts';
import type { LedgerTables } from '../src/schema/tables.ts';

/** Few, so that there are several ranges. */
const SIZE = { accountsMax: 3, changesMax: 1_000 };

/**
 * Violations found over a connection, inside its open transaction; empty if the books are right.
 */
export async function audit(connection: Client): Promise<readonly string[]> {
  const pool = {
    connect: async () => ({ query: connection.query.bind(connection), release: () => {} }),
    end: async () => {},
  };
  const db = new Kysely<LedgerTables>({
    dialect: new PostgresDialect({ pool: pool as never }),
  });
  const found: string[] = [];
  for await (const { first, violations } of auditAll(db, SIZE))
    if (first) found.push(describe(first), `${violations} violations`);
  return found;
}
