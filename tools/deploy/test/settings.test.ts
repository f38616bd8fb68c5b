import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../src/chart/settings.ts';
import { readDeclarations } from '../src/settings/read-settings.ts';
import { renderSettings, SETTINGS_PAGE } from '../src/settings/render-settings.ts';
import { readText, root } from './apps.ts';

const page = readText(SETTINGS_PAGE);
/** Settings in the first column of all tables. */
const documented = [...page.matchAll(/^\| `([A-Z_<>]+)` \|/gm)].map(([, name = '']) => name);

it('docs/operating/settings.md is what `pnpm generate` makes of the configs', async () => {
  const declarations = await readDeclarations(
    (app) => import(join(root, `apps/${app}/src/config.ts`)),
  );
  expect(page).toBe(renderSettings(declarations));
});

it('docs/operating/settings.md lists every setting in the sources once, and no other', () => {
  expect(documented.length).toBeGreaterThan(80);
  expect(documented.toSorted()).toEqual([...new Set(readSettings(readText))].toSorted());
});
