import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONTROL_SHARES, chooseControls, skippedFiles } from './choose-files.ts';

const root = join(import.meta.dirname, '../../..');

it('includes all controls in turn, and a named one in each', () => {
  const all = chooseControls(root, ['vitest', 'run', 'test/docs.control.ts'], 0);
  const turns = Array.from({ length: CONTROL_SHARES }, (_, turn) =>
    chooseControls(root, ['vitest', 'run'], turn),
  );
  expect(all.length).toBeGreaterThanOrEqual(40);
  expect(turns.flat().sort()).toEqual(all.toSorted());
  for (const some of turns) expect(some.length).toBeLessThan(all.length);
});

it('skips each slow file in one of two turns', () => {
  const [even, odd] = [skippedFiles([], 0), skippedFiles([], 1)];
  expect(even.filter((file) => odd.includes(file))).toEqual([]);
  expect([...even, ...odd].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(Math.min(even.length, odd.length)).toBeGreaterThan(0);
});

it('skips no file that the command line includes', () => {
  const even = skippedFiles([], 0);
  expect(skippedFiles(['run', '--project', 'e2e', 'e2e/browser'], 0)).toEqual(
    even.filter((file) => !file.startsWith('e2e/browser/')),
  );
  expect(even).not.toEqual(skippedFiles(['run', 'e2e/browser'], 0));
  expect(skippedFiles(['run', './e2e/browser'], 0)).toEqual(
    skippedFiles(['run', 'e2e/browser'], 0),
  );
  const both = [...even, ...skippedFiles([], 1)];
  const named = [
    ...skippedFiles(['run', 'conformance'], 0),
    ...skippedFiles(['run', 'conformance'], 1),
  ];
  expect(both.filter((file) => !named.includes(file))).toEqual(
    both.filter((file) => file.includes('conformance')),
  );
  expect(skippedFiles(['run', '--reporter=json'], 0)).toEqual(even);
});
