import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProblems, readPlatformPackages, renderPage } from './licenses.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const allowed = [
  { name: '@img/sharp-wasm32', versions: ['1.0.0'], license: 'LGPL-3.0-or-later' },
  { name: 'dejavu-fonts-ttf', versions: ['1.0.0'], license: 'Unknown' },
];
const dependency = (license: string) => ({ name: 'some-package', versions: ['1.0.0'], license });

describe('the license of Florin', () => {
  const manifests = globSync(
    ['package.json', '{apps,packages,tools,sdk}/*/package.json', 'e2e/package.json'],
    {
      cwd: root,
    },
  );

  it.each(manifests)('%s says Apache-2.0', (path) => {
    expect(JSON.parse(read(path))).toMatchObject({ license: 'Apache-2.0' });
  });

  it('is Apache-2.0 in the Python client', () => {
    expect(read('sdk/python/pyproject.toml')).toMatch(/^license = "Apache-2\.0"$/m);
  });

  it.each(['go', 'python', 'typescript'])('is part of the %s client', (client) => {
    expect(read('LICENSE')).toMatch(/^\s+Apache License\n\s+Version 2\.0, January 2004\n/);
    expect(read(`sdk/${client}/LICENSE`)).toBe(read('LICENSE'));
  });
});

describe('licenses of dependencies', () => {
  it.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND OFL-1.1'])('accepts %s', (license) => {
    expect(findProblems([...allowed, dependency(license)])).toEqual([]);
  });

  it.each(['AGPL-3.0-only', 'MIT AND LGPL-2.1-only', 'Unknown', '(MIT OR (ISC AND GPL-2.0-only))'])(
    'refuses %s',
    (license) => {
      const problem = `some-package: license ${license} may not be shipped`;
      expect(findProblems([...allowed, dependency(license)])).toEqual([problem]);
    },
  );

  it('refuses an exception for a package that is no longer used', () => {
    expect(findProblems(allowed.slice(1))).toEqual([
      '@img/sharp-wasm32: remove its exception, it is no dependency',
    ]);
  });

  it('lists a package with its versions, license and home page', () => {
    const homepage = 'https://example.com/some-package#readme';
    expect(
      renderPage([{ ...dependency('MIT'), versions: ['1.0.0', '2.0.0'], homepage }]),
    ).toContain('| some-package | 1.0.0, 2.0.0 | MIT | <https://example.com/some-package> |\n');
  });

  it('finds packages for one operating system in the lock file', () => {
    const found = readPlatformPackages(read('pnpm-lock.yaml'));
    expect(found).toContain('@esbuild/linux-x64@0.28.2');
    expect([...found].filter((id) => /^(?:zod|sharp|@img\/sharp-wasm32)@/.test(id))).toEqual([]);
  });
});
