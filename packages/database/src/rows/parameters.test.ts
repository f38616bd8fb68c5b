import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A statement takes 65535 parameters: with one for each row it fails once there are too many. */
const GROWING = [
  ['rows that are not written out', /insertInto\([^)]*\)\s*\.values\(\s*[^{\s]/],
  ['a list of any length', /'in',\s*[^[\s]/],
  ['a list of values', /sql\.join\((?!.*, sql` (and|or) `\))/],
] as const;

const root = new URL('../../../../', import.meta.url).pathname;
const sources = globSync('{apps,packages}/*/src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

it.each(GROWING)('no statement has %s as parameters: an array is one', (_what, pattern) => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
});

it.each([
  'db.insertInto("events").values(rows)',
  "query.where('id', 'in', ids)",
  'sql.join(ids)',
  'sql.join(ids.map(quote))',
])('the rule notices %s', (text) => {
  expect(GROWING.filter(([, pattern]) => pattern.test(text))).toHaveLength(1);
});
