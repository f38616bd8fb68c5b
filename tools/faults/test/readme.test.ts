import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findControls } from '../src/controls/find-controls.ts';
import { readResults } from '../src/report/keep-result.ts';
import { rows } from '../src/rows/all.ts';

const root = join(import.meta.dirname, '../../..');
const ids = [...rows, ...findControls(root)].map(({ id }) => id).sort();

it('every row and control proves a promise of the README, and every proof named there exists', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, table = ''] = readme.split('| promise | proof |');
  const named = table.split('\n## ')[0]?.match(/\b[FT]\d+B?\b/g) ?? [];
  expect(named.sort()).toEqual(ids);
});

it('docs/faults.md lists every row and control, and nothing else', () => {
  expect(
    readResults(root)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids);
});
