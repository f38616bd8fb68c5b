import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chooseFiles, controls, recipes } from './choose-files.ts';

const root = join(import.meta.dirname, '../../..');

it.each([
  { choice: controls, named: 'apps/gateway/test/docs.control.ts', least: 40 },
  { choice: recipes, named: 'e2e/contributing/recipes.test.ts', least: 1 },
])(
  'includes all of $choice.pattern in turn, and a named one in each',
  ({ choice, named, least }) => {
    const all = chooseFiles(choice, root, ['vitest', 'run', named], 0);
    const turns = Array.from({ length: choice.shares }, (_, turn) =>
      chooseFiles(choice, root, ['vitest', 'run'], turn),
    );
    expect(all.length).toBeGreaterThanOrEqual(least);
    expect(turns.flat().sort()).toEqual(all.toSorted());
    for (const some of turns) expect(some.length).toBeLessThan(Math.max(all.length, 2));
  },
);
