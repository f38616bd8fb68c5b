import { Kysely, PostgresDialect } from 'kysely';
import type { Client } from 'pg';
import { describe } from '../src/audit/model.ts';
import { auditAll } from '../src/audit/operations.ts';
import type { LedgerTables } from '../src/tables.ts';

/** Few, so that there are several ranges. */
const SIZE = { accountsMax: 3, changesMax: 1_000 };

/** What the audit finds over a connection, within what is open on it; nothing, if all is well. */
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
