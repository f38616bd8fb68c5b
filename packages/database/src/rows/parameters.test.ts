import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A statement takes at most 65535 parameters, so one parameter per row eventually fails. */
const GROWING = [
  ['rows that are not written out', /insertInto\([^)]*\)\s*\.values\(\s*[^{\s]/],
  ['a list of any length', /'in',\s*[^[\s]/],
  ['a list of values', /sql\.join\((?!.*, sql` (and|or) `\))/],
] as const;

const root = new URL('../../../../', import.meta.url).pathname;
const sources = globSync('{apps,packages}/*/src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

it.each(GROWING)('no statement has %s as parameters instead of an array', (_what, pattern) => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
});

it.each([
  'db.insertInto("events").values(rows)',
  "query.where('id', 'in', ids)",
  'sql.join(ids)',
  'sql.join(ids.map(quote))',
])('the rule detects %s', (text) => {
  expect(GROWING.filter(([, pattern]) => pattern.test(text))).toHaveLength(1);
});

/**
 * Text before subqueries that lock a limited number of rows. In a join, Postgres may run the
 * subquery once per row and lock further rows each time.
 */
function lockedOften(text: string): readonly string[] {
  return [...text.matchAll(/ limit \S+ for (no key )?update skip locked\)/g)].flatMap(
    ({ index }) => {
      let depth = 1;
      let start = index;
      while (depth > 0 && text[start] !== '`' && start > 0) {
        start -= 1;
        if (text[start] === ')') depth += 1;
        if (text[start] === '(') depth -= 1;
      }
      const before = text.slice(0, start).trimEnd().split(/\s/).at(-1) ?? '';
      return depth > 0 || ['=', 'materialized', 'as'].includes(before) ? [] : [before];
    },
  );
}

it('rows locked up to a limit are selected once: by a CTE, or by = (…)', () => {
  expect(sources.filter(({ text }) => lockedOften(text).length > 0)).toEqual([]);
});

it.each([
  ['update a set b = 1 where id in (select id from a limit 1 for update skip locked)', ['in']],
  ['update a set b = 1 from (\n select f() limit 1 for no key update skip locked) d', ['from']],
  ['with due as materialized (select f() limit 1 for update skip locked) update a', []],
  ['update a set b = 1 where id = (select id from a limit 1 for update skip locked)', []],
])('the rule judges %s', (text, found) => {
  expect(lockedOften(text)).toEqual(found);
});
