import { join } from 'node:path';
import { exportMonth } from '@florin/database';
import type { Command } from '@florin/service';
import { readShardUrls } from '../shards/settings.ts';

/** What lies in months. Replies lie in days, which nobody asks for once they have left. */
const TABLES = ['transactions', 'entries'];

/**
 * `export-journal entries_2026_01 <folder>`: a month that has ended, as a file and a manifest; of a ledger on
 * shards each in a folder of its own.
 */
export const exportJournal: Command = async ({ database }, [month, folder, ...others], env) => {
  if (!month || !folder || others.length > 0)
    throw new Error('say export-journal entries_2026_01 <folder>');
  const urls = readShardUrls(env);
  const places =
    urls.length === 0
      ? [{ url: database.url, to: folder }]
      : urls.map((url, index) => ({ url, to: join(folder, `shard_${index}`) }));
  const files: { month: string; folder: string; rows_count: number; sha256: string }[] = [];
  for (const { url, to } of places) {
    const { rows, sha256 } = await exportMonth({ ...database, url }, TABLES, month, to);
    files.push({ month, folder: to, rows_count: rows, sha256 });
  }
  const lines = files.map(
    (file) => `${file.rows_count} rows of ${month} are in ${file.folder}, SHA-256 ${file.sha256}`,
  );
  return { text: lines.join('\n'), data: { files } };
};
