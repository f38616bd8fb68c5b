import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findControls } from '../src/controls/find-controls.ts';
import { namedProofs, renderGuarantees } from '../src/report/guarantees.ts';
import { readResults } from '../src/report/keep-result.ts';
import { rows } from '../src/rows/all.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const ids = [...rows, ...findControls(root)].map(({ id }) => id).sort();

it('every row and control proves one guarantee, and every proof of a guarantee exists', () => {
  expect(namedProofs.toSorted()).toEqual(ids);
});

it('docs/guarantees.md shows the last results, and README.md links to it', () => {
  expect(read('docs/guarantees.md')).toBe(renderGuarantees(readResults(root)));
  expect(read('README.md')).toContain('(docs/guarantees.md)');
});

it('docs/faults.md lists every row and control, and nothing else', () => {
  expect(
    readResults(root)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids);
});

it('docs/faults.json describes every row as its source does', () => {
  const described = new Map(
    readResults(root).map(({ id, fault, holds, control }) => [id, { id, fault, holds, control }]),
  );
  for (const { id, fault, holds, control } of rows)
    expect(described.get(id)).toEqual({ id, fault, holds, control });
});
