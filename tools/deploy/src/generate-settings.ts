// Writes docs/operating/settings.md.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDeclarations } from './settings/read-settings.ts';
import { renderSettings, SETTINGS_PAGE } from './settings/render-settings.ts';

const root = join(import.meta.dirname, '../../..');
const declarations = await readDeclarations(
  (app) => import(join(root, `apps/${app}/src/config.ts`)),
);
await writeFile(join(root, SETTINGS_PAGE), renderSettings(declarations));
