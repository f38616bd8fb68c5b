/**
 * Checks the licenses of all production dependencies, and that THIRD_PARTY.md lists them.
 *
 *   node scripts/licenses.ts [--write]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const PAGE = join(root, 'THIRD_PARTY.md');

export interface Dependency {
  readonly name: string;
  readonly versions: readonly string[];
  readonly license: string;
  readonly homepage?: string;
}

/** Licenses that only require their text and copyright notice to be passed on. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
]);

/** Packages with another license, each with the reason why it may be shipped. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  [
    '@img/sharp-wasm32',
    'One WebAssembly file contains libvips, glib, libheif and libexif (LGPL-3.0-or-later). Florin ' +
      'ships this file unchanged and separate from its own code, and loads it at run time, so that ' +
      'users can replace it. Its source: https://github.com/lovell/sharp-libvips.',
  ],
  [
    'dejavu-fonts-ttf',
    'The package names no license in its metadata. Its LICENSE file is that of Bitstream Vera, ' +
      'which is permissive.',
  ],
]);

/** One line for each dependency whose license is neither permissive nor allowed. */
export function findProblems(dependencies: readonly Dependency[]): readonly string[] {
  const names = new Set(dependencies.map(({ name }) => name));
  return [
    ...dependencies
      .filter(({ name, license }) => !isPermissive(license) && !ALLOWED.has(name))
      .map(({ name, license }) => `${name}: license ${license} may not be shipped`),
    ...[...ALLOWED.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `${name}: remove its exception, it is no dependency`),
  ];
}

/** An SPDX expression without nested parentheses; any other expression is not permissive. */
function isPermissive(license: string): boolean {
  const [, expression = ''] = /^\(?([^()]+)\)?$/.exec(license) ?? [];
  return expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => PERMISSIVE.has(id)));
}

export function renderPage(dependencies: readonly Dependency[]): string {
  const rows = dependencies.map(({ name, versions, license, homepage }) => {
    const url = (homepage ?? `https://www.npmjs.com/package/${name}`).replace(/#readme$/, '');
    return `| ${name} | ${versions.join(', ')} | ${license} | <${url}> |`;
  });
  const reasons = [...ALLOWED].map(([name, reason]) => `- \`${name}\`: ${reason}`);
  return `# Third-party licenses

Written by \`node scripts/licenses.ts --write\`; do not edit it.

Florin is licensed under Apache-2.0. The services and tools use the packages below. Each package keeps its own license, and
its license text is part of the package. The clients in \`sdk/\` have no dependencies.

\`pnpm check\` refuses a license that is not permissive. The fonts under OFL-1.1 may be shipped and embedded in documents,
but not sold by themselves. The check also covers packages for one operating system, such as the binaries of esbuild and
Postgres, but the table leaves them out, because each machine installs other ones.

Exceptions:

${reasons.join('\n')}

| package | version | license | home page |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** All production dependencies of the workspace that are installed on this machine. */
function readDependencies(): readonly Dependency[] {
  const { stdout, stderr, status } = spawnSync(
    'pnpm',
    ['licenses', 'list', '--recursive', '--prod', '--json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`pnpm licenses failed: ${stderr}`);
  const byLicense = JSON.parse(stdout) as Record<string, readonly Dependency[]>;
  return Object.values(byLicense)
    .flat()
    .map((each) => ({ ...each, versions: [...each.versions].sort() }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.license, b.license));
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** `name@version` of each package in the lock file that requires an operating system or processor. */
export function readPlatformPackages(lock: string): ReadonlySet<string> {
  const [, packages = ''] = /^packages:\n([\s\S]*?)^\S/m.exec(lock) ?? [];
  const entries = packages.matchAll(/^ {2}'?([^\s'][^\n']*?)'?:\n((?: {4}.*\n)*)/gm);
  return new Set(
    [...entries]
      .filter(([, , body = '']) => /^ {4}(?:os|cpu|libc):/m.test(body))
      .map(([, id = '']) => id),
  );
}

if (import.meta.main) {
  const dependencies = readDependencies();
  const problems = [...findProblems(dependencies)];
  const isForOnePlatform = readPlatformPackages(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  const page = renderPage(
    dependencies.filter(({ name, versions }) => !isForOnePlatform.has(`${name}@${versions[0]}`)),
  );
  if (process.argv.includes('--write')) writeFileSync(PAGE, page);
  else if (readFileSync(PAGE, 'utf8') !== page)
    problems.push('THIRD_PARTY.md is out of date: run `node scripts/licenses.ts --write`');
  process.stdout.write(`licenses: ${dependencies.length} packages, ${problems.length} problems\n`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
