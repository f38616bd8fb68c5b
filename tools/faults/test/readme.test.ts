import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rows } from '../src/rows/all.ts';

it('every row proves a promise of the README, and every proof named there is a row', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const [, table = ''] = readme.split('| promise | proof |');
  const named = table.split('\n## ')[0]?.match(/\b[FT]\d+B?\b/g) ?? [];
  expect(named.sort()).toEqual(rows.map(({ id }) => id).sort());
});
