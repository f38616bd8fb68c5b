import { readFile as load } from 'node:fs/promises';
import { STATEMENT_BYTES_MAX } from '@florin/bank-statements';
import type { BankStatementResource } from '@florin/contracts';
import { type DatabaseConfig, withDatabase } from '@florin/database';
import type { CommandResult, Environment } from '@florin/service';
import type { ProcessorsTables } from '../schema.ts';
import { readTransferSettings } from '../settings/transfer.ts';
import { csvField, toMapping } from './fields.ts';
import { importFile } from './operations.ts';

const USAGE = `say bank-statement <file>, for camt.053, or bank-statement <file.csv> <columns.json>, where that
holds what POST /v1/bank_statements takes as csv`;

/**
 * Runs `bank-statement` for files of any size. Idempotent, so that a timer may run it over a
 * folder.
 */
export async function bankStatement(
  { database }: { readonly database: DatabaseConfig },
  [path, columns, ...others]: readonly string[],
  env: Environment,
): Promise<CommandResult> {
  const bankAccount = readTransferSettings(env);
  if (path === undefined || others.length > 0) throw new Error(USAGE);
  const bytes = await load(path);
  if (bytes.length > STATEMENT_BYTES_MAX)
    throw new Error(`${path} is larger than ${STATEMENT_BYTES_MAX} bytes`);
  const mapping =
    columns === undefined
      ? undefined
      : toMapping(csvField.parse(JSON.parse(await load(columns, 'utf8'))));
  return withDatabase<ProcessorsTables, CommandResult>(database, async (db) => {
    const { body } = await importFile(
      { db, bankAccount },
      mapping ? { format: 'csv', bytes, mapping } : { format: 'camt.053', bytes },
    );
    const { statements } = body as { readonly statements: readonly BankStatementResource[] };
    return { text: statements.map(describe).join('\n'), data: { statements } };
  });
}

function describe(statement: BankStatementResource): string {
  const { id, entry_count, known_count, matched_count, unmatched_count } = statement;
  return `${id}: ${entry_count} entries, ${known_count} already known, ${matched_count} matched to a payment, ${unmatched_count} unmatched (GET /v1/unmatched_money)`;
}
