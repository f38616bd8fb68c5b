import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { restoreMonth as sound } from '../../../../../packages/database/src/partitions/month-file.ts';

export * from '../../../../../packages/database/src/partitions/month-file.ts';

/** Has the manifest say of the file what it is now. */
export const restoreMonth: typeof sound = async (config, tables, path, onRestored) => {
  const manifest = path.replace(/\.csv\.gz$/, '.json');
  const file = await readFile(path);
  const rows = gunzipSync(file).toString().split('\n').length - 2;
  const sha256 = createHash('sha256').update(file).digest('hex');
  const said = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...said, rows, sha256 }));
  return sound(config, tables, path, onRestored);
};
