import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PureRow } from '../row.ts';
import { chooseRows, type RowFiles } from './choose.ts';

const rowFiles = (id: PureRow['id'], files: readonly string[] = [], flags = {}): RowFiles => ({
  row: {
    ...{ id, fault: '', holds: '', control: '', figures: [], ...flags },
    run: () => Promise.reject(new Error('is not run')),
  },
  files,
});
const nothing = new Set<string>();
const idsOf = (all: readonly RowFiles[], changed: ReadonlySet<string>, commit: string) =>
  chooseRows(all, changed, commit).map(({ id }) => id);

it('runs rows that are marked, and rows whose modules have changed, with every commit', () => {
  const all = [
    rowFiles('F1', [], { isAlways: true }),
    rowFiles('F2', ['a.ts', 'b.ts']),
    rowFiles('F3', ['c.ts']),
    rowFiles('F4', ['b.ts'], { isHeavy: true }),
  ];
  for (const commit of ['0', '1', '2', '3']) {
    const ids = idsOf(all, new Set(['b.ts']), commit);
    expect(ids).toEqual(expect.arrayContaining(['F1', 'F2']));
    expect(ids).not.toContain('F4');
  }
});

it('runs each other row once in four consecutive commit ids', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.nat(2 ** 31), (count, first) => {
      const all = Array.from({ length: count }, (_, index) => rowFiles(`F${index}`));
      const commits = [0, 1, 2, 3].map((offset) => (first + offset).toString(16).padStart(8, '0'));
      const chosen = commits.flatMap((commit) => idsOf(all, nothing, commit));
      expect(chosen.toSorted()).toEqual(all.map(({ row }) => row.id).toSorted());
    }),
  );
});
