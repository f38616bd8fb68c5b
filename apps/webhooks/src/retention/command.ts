import { type DatabaseConfig, exportMonth, restoreMonth } from '@florin/database';
import type { CommandResult } from '@florin/service';
import { LOG_TABLES } from './retention.ts';

interface Config {
  readonly database: DatabaseConfig;
}

/**
 * Runs `export-log events_2026_01 <folder>`: exports a past month of the log to a file with a
 * manifest.
 */
export async function exportLogMonth(
  { database }: Config,
  [month, folder, ...others]: readonly string[],
): Promise<CommandResult> {
  if (!month || !folder || others.length > 0)
    throw new Error('usage: export-log events_2026_01 <folder>');
  const { rows, sha256 } = await exportMonth(database, LOG_TABLES, month, folder);
  return {
    text: `exported ${rows} rows of ${month} to ${folder}, SHA-256 ${sha256}`,
    data: { month, folder, rows_count: rows, sha256 },
  };
}

/** Runs `restore-log <file>`: makes an exported and dropped month readable again. */
export async function restoreLogMonth(
  { database }: Config,
  [path, ...others]: readonly string[],
): Promise<CommandResult> {
  if (!path || others.length > 0) throw new Error('usage: restore-log events_2026_01.csv.gz');
  const { rows, month } = await restoreMonth(
    database,
    LOG_TABLES,
    path,
    async (client, { table, starts }) => {
      if (table === 'events') await client.query('update log_start set first_id = $1', [starts]);
    },
  );
  return {
    text: `restored ${rows} rows of ${month} to the log`,
    data: { month, rows_count: rows },
  };
}
