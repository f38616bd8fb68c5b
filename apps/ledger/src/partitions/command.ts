import { join } from 'node:path';
import { exportMonth } from '@florin/database';
import type { Command } from '@florin/service';
import { readShardUrls } from '../shards/settings.ts';

/** Tables with monthly partitions. Replies have daily ones, which are not exported. */
const TABLES = ['transactions', 'entries'];

/**
 * `export-journal entries_2026_01 <folder>`: writes a past month as a file with a manifest; with
 * shards, one folder for each.
 */
export const exportJournal: Command = async ({ database }, [month, folder, ...others], env) => {
  if (!month || !folder || others.length > 0)
    throw new Error('usage: export-journal entries_2026_01 <folder>');
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
    (file) =>
      `exported ${file.rows_count} rows of ${month} to ${file.folder}, SHA-256 ${file.sha256}`,
  );
  return { text: lines.join('\n'), data: { files } };
};
