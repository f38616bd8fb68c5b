import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './export-log.test.ts';

vi.mock(import('../../../packages/database/src/partitions/month-file.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    async restoreMonth(config, tables, path, onRestored) {
      const manifest = path.replace(/\.csv\.gz$/, '.json');
      const file = await readFile(path);
      const rows = gunzipSync(file).toString().split('\n').length - 2;
      const sha256 = createHash('sha256').update(file).digest('hex');
      const stated = JSON.parse(await readFile(manifest, 'utf8'));
      await writeFile(manifest, JSON.stringify({ ...stated, rows, sha256 }));
      return sound.restoreMonth(config, tables, path, onRestored);
    },
  };
});

export const control: Control = {
  id: 'F56',
  fault:
    'The export of a month of the event log is killed, or its file is damaged, truncated or without its manifest, and the month is dropped',
  holds: 'A restored month has every row unchanged; a damaged file changes nothing',
  control: 'a restore trusts any file',
};
