import { globSync, realpathSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { expect, it } from 'vitest';
import { FOLDERS, LEFT_OUT } from '../src/pack-image.ts';
import { appNames, readText, root } from './apps.ts';

const ignored = readText('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && line !== '*' && !/^[#!]/.test(line));

/** The code of all apps and packages, without its tests. */
const sources = globSync('{apps,packages}/*/src/**/*.*', { cwd: root }).filter(
  (path) => !path.endsWith('.test.ts'),
);

function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === '.' ? [path] : [path, ...foldersOf(folder)];
}

it('copies all code into an image, whatever its folders are called', () => {
  expect(sources.length).toBeGreaterThan(500);
  const leftOut = sources.filter((path) =>
    foldersOf(path).some(
      (each) =>
        ignored.some((pattern) => matchesGlob(each, pattern)) || LEFT_OUT.test(join(root, each)),
    ),
  );
  expect(leftOut).toEqual([]);
});

/** The folders of an app and of all packages that it depends on. */
function standsOn(folder: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(folder)) return known;
  known.add(folder);
  const { dependencies = {} } = JSON.parse(readText(`${folder}/package.json`));
  for (const [name, version] of Object.entries(dependencies))
    if (version === 'workspace:*')
      standsOn(relative(root, realpathSync(join(root, folder, 'node_modules', name))), known);
  return known;
}

it.each(appNames)('sends all dependencies of %s to the builder', (app) => {
  const isIn = (folders: readonly string[], path: string) =>
    folders.some((folder) => `${path}/`.startsWith(`${folder}/`));
  const taken = readText('.dockerignore').match(/(?<=^!).+/gm) ?? [];
  for (const folder of standsOn(`apps/${app}`))
    expect([folder, isIn(taken, folder), isIn(FOLDERS, folder)]).toEqual([folder, true, true]);
});

it('takes the license, the notice and the licenses of dependencies into an image', () => {
  for (const name of ['LICENSE', 'NOTICE', 'THIRD_PARTY.md']) {
    expect(readText('.dockerignore').split('\n')).toContain(`!${name}`);
    expect(readText('Dockerfile')).toMatch(new RegExp(`cp -r --parents .*\\b${name}\\b`));
  }
});
