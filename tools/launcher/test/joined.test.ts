import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const joined = join(root, 'node_modules/.florin-joined');
const hook = join(root, 'tools/launcher/src/joined/use.mjs');
const index = join(joined, 'index.json');

// Without the bootstrap there may be no bundles.
if (!existsSync(index))
  execFileSync(process.execPath, [join(root, 'tools/launcher/src/joined/join.mjs')]);
const { files } = JSON.parse(readFileSync(index, 'utf8')) as {
  readonly files: readonly (readonly [name: string, file: string, folder: string])[];
};

/** The exports of a module imported in this folder, and its origin. */
async function importFrom(folder: string, name: string, ...flags: readonly string[]) {
  const code = `
    import * as it from ${JSON.stringify(name)};
    console.log(JSON.stringify([import.meta.resolve(${JSON.stringify(name)}), Object.keys(it)]))`;
  const given = [...flags, '--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: folder });
  const [url, names] = JSON.parse(stdout) as [string, string[]];
  // Names that mark CommonJS modules.
  return { url, names: names.filter((each) => !['module.exports', '__esModule'].includes(each)) };
}

it.each(files)('replaces %s completely', async (name, _file, folder) => {
  const installed = await importFrom(folder, name);
  const found = await importFrom(folder, name, '--import', hook);
  expect(found.url).toMatch(/\/node_modules\/\.florin-joined\/[^/]+\.mjs$/);
  expect(installed.url).toContain('/node_modules/.pnpm/');
  expect(found.names).toEqual(expect.arrayContaining(installed.names));
});
