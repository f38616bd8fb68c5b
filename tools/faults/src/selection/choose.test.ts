import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PureRow } from '../row.ts';
import { chooseRows, costOf, type RowFiles } from './choose.ts';

const rowFiles = (id: PureRow['id'], given: Partial<RowFiles> = {}, flags = {}): RowFiles => ({
  row: {
    ...{ id, fault: '', holds: '', control: '', figures: [], ...flags },
    run: () => Promise.reject(new Error('is not run')),
  },
  files: [],
  ...given,
});
const nothing = new Set<string>();
const idsOf = (all: readonly RowFiles[], changed: ReadonlySet<string>, commit: string) =>
  chooseRows(all, changed, commit).map(({ id }) => id);
const commits = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => (first + index).toString(16).padStart(8, '0'));

it('runs marked rows, and rows whose modules have changed, with every commit', () => {
  const all = [
    rowFiles('F1', {}, { isAlways: true }),
    rowFiles('F2', { files: ['a.ts', 'b.ts'] }),
    rowFiles('F3', { files: ['c.ts'] }),
    rowFiles('F4', { files: ['b.ts'] }, { isHeavy: true }),
  ];
  for (const commit of commits(4)) {
    const ids = idsOf(all, new Set(['b.ts']), commit);
    expect(ids).toEqual(expect.arrayContaining(['F1', 'F2']));
    expect(ids).not.toContain('F4');
  }
});

it('leaves time for other rows when all modules have changed, and rotates through them', () => {
  const changing = Array.from({ length: 20 }, (_, n) =>
    rowFiles(`F${n}`, { files: ['a.ts'], seconds: 20 }),
  );
  const resting = [rowFiles('T1', { seconds: 10 }), rowFiles('T2', { seconds: 10 })];
  const chosen = commits(20).map((commit) =>
    idsOf([...changing, ...resting], new Set(['a.ts']), commit),
  );
  for (const ids of chosen) expect(ids.some((id) => id.startsWith('T'))).toBe(true);
  expect(new Set(chosen.flat()).size).toBe(22);
});

const anyRow = fc.record({
  seconds: fc.option(fc.integer({ min: 0, max: 120 }), { nil: undefined }),
  isChanged: fc.boolean(),
  isTimed: fc.boolean(),
});

it('stays within its budget except for the first row of each kind', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 60 }), fc.nat(2 ** 31), (given, turn) => {
      const all = given.map(({ seconds, isChanged, isTimed }, n) =>
        rowFiles(`F${n}`, { seconds, files: isChanged ? ['a.ts'] : [] }, { isTimed }),
      );
      const ids = new Set(idsOf(all, new Set(['a.ts']), turn.toString(16)));
      const costs = all.filter(({ row }) => ids.has(row.id)).map(costOf);
      const [longest = 0, next = 0] = costs.toSorted((a, b) => b - a);
      const total = costs.reduce((sum, cost) => sum + cost, 0);
      expect(total - longest - next).toBeLessThanOrEqual(100);
    }),
  );
});

it('runs each row within as many commits as there are rows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(2 ** 30), (count, first) => {
      const all = Array.from({ length: count }, (_, n) => rowFiles(`F${n}`, { seconds: n * 5 }));
      const chosen = commits(count + 1, first).flatMap((commit) => idsOf(all, nothing, commit));
      expect(new Set(chosen).size).toBe(count);
    }),
  );
});
