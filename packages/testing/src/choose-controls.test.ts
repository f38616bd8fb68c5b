import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chooseControls } from './choose-controls.ts';

const root = join(import.meta.dirname, '../../..');
const named = ['vitest', 'run', 'apps/gateway/test/docs.control.ts'];

it('includes every control in three consecutive turns, and a named one in each', () => {
  const all = chooseControls(root, named, 0);
  const turns = [0, 1, 2].map((turn) => chooseControls(root, ['vitest', 'run'], turn));
  expect(all.length).toBeGreaterThan(40);
  expect(turns.flat().sort()).toEqual(all.toSorted());
  expect(turns[0]).not.toEqual(all);
});
