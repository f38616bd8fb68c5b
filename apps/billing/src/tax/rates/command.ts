import { readFile as load } from 'node:fs/promises';
import { type DatabaseConfig, withDatabase } from '@florin/database';
import type { CommandResult } from '@florin/service';
import { builtInTable, parseTable } from '@florin/tax';
import type { BillingTables } from '../../schema.ts';
import { dropTable, saveTable } from './queries.ts';

const USAGE = "usage: tax-table <file.json>, or tax-table built-in for Florin's own rates";

/**
 * `tax-table`: replaces Florin's tax rates by the operator's, for all accounts from the next charge
 * on; existing invoices keep their taxes.
 */
export async function taxTable(
  { database }: { readonly database: DatabaseConfig },
  [path, ...others]: readonly string[],
): Promise<CommandResult> {
  if (path === undefined || others.length > 0) throw new Error(USAGE);
  return withDatabase<BillingTables, CommandResult>(database, async (db) => {
    if (path === 'built-in') {
      await dropTable(db);
      const text = `Florin's ${builtInTable.length} own rates are now in use`;
      return { text, data: { source: 'built_in', rates_count: builtInTable.length } };
    }
    const text = await load(path, 'utf8');
    const rates = parseTable(text);
    await saveTable(db, text);
    const countries = new Set(rates.map(({ country }) => country)).size;
    return {
      text: `${rates.length} rates of ${countries} countries are now in use`,
      data: { source: 'file', rates_count: rates.length, countries_count: countries },
    };
  });
}
