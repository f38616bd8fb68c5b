import { expect, it } from 'vitest';
import { readSettings } from '../src/chart/settings.ts';
import { readText } from './apps.ts';

const operations = readText('docs/operations.md');
const [, ofApps = ''] = operations.split('| variable | of |');
const [table = ''] = ofApps.split('\n\n');
/** Those in the first column. */
const documented = table
  .split('\n')
  .flatMap((row) => row.split('|')[1]?.match(/(?<=`)[A-Z_<>]+(?=`)/g) ?? []);

const read = readSettings(readText);

it('docs/operations.md lists every setting that an app reads, and no other', () => {
  expect(documented.length).toBeGreaterThan(20);
  expect([...new Set(documented)].sort()).toEqual([...new Set(read)].sort());
});
