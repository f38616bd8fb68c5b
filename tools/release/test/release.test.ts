import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notesOf } from '../src/notes.ts';

const root = join(import.meta.dirname, '../../..');
const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version;
const version = versionOf('.');
const client = versionOf('sdk/typescript');
const chart = versionOf('apps/gateway');
/** As `npm run release` does: the tests run without pnpm on PATH. */
const start = (...args: readonly string[]) =>
  promisify(execFile)(
    process.execPath,
    ['scripts/bootstrap.mjs', 'run', 'node', 'tools/release/src/main.ts', ...args],
    { cwd: root },
  );
const isGit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root }).then(
  () => true,
  () => false,
);

it('takes the section of a version out of the changelog', () => {
  const changelog =
    '# Changelog\n\n## 1.10.0\n\nten\n\n## 1.1.0 – 2026-01-01\n\none\n\n### Fixed\n\n## 1.0.0\n';
  expect(notesOf(changelog, '1.1.0')).toBe('one\n\n### Fixed\n');
  expect(() => notesOf(changelog, '1.1')).toThrow('CHANGELOG.md has no section for 1.1');
});

describe.skipIf(!isGit)('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-release-'));
  const read = (name: string) => readFileSync(join(folder, name));
  let output = '';
  beforeAll(async () => {
    ({ stdout: output } = await start('--dry-run', '--to', folder));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has notes, clients, chart, image commands, SBOM and licenses', () => {
    expect(readdirSync(folder).filter((name) => !name.endsWith('.whl'))).toEqual([
      'LICENSE',
      'NOTICE',
      'RELEASE_NOTES.md',
      'SHA256SUMS',
      'THIRD_PARTY.md',
      'build-images.sh',
      `florin-${client}.tar.gz`,
      `florin-chart-${chart}.tgz`,
      `florin-client-${client}.tgz`,
      `florin-go-v${client}.zip`,
      'sbom.cdx.json',
    ]);
    expect(read('RELEASE_NOTES.md').toString()).toMatch(/^# Florin .+\n\n### Breaking changes/);
    expect(output).toContain(`to tag   git tag --annotate v${version} `);
  });

  it('has packages with the license and the code of each client', () => {
    const tar = (name: string) => gunzipSync(read(name)).toString('latin1');
    expect(tar(`florin-client-${client}.tgz`)).toMatch(
      /package\/LICENSE[\s\S]*package\/dist\/index\.js/,
    );
    expect(tar(`florin-${client}.tar.gz`)).toContain(`florin-${client}/src/florin/__init__.py`);
    expect(tar(`florin-${client}.tar.gz`)).toContain('Metadata-Version: 2.4\nName: florin\n');
    const zip = read(`florin-go-v${client}.zip`).toString('latin1');
    for (const name of ['go.mod', 'LICENSE', 'client.go'])
      expect(zip).toContain(`florin.invalid/florin@v${client}/${name}`);
    expect(tar(`florin-chart-${chart}.tgz`)).toContain('florin/Chart.yaml');
  });

  it('has an SBOM that is valid by the schema of CycloneDX 1.6', async () => {
    const text = read('sbom.cdx.json').toString();
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).toBeNull();
    expect(await validator.validate(text.replace('"library"', '"other"'))).not.toBeNull();
    const names = JSON.parse(text).components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['kysely', 'stripe', 'sharp']));
    expect(JSON.parse(text).metadata.component).toMatchObject({ name: 'florin', version });
  });

  it('has the checksum of every file', () => {
    const lines = read('SHA256SUMS').toString().trim().split('\n');
    const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
    const expected = names.map(
      (name) => `${createHash('sha256').update(read(name)).digest('hex')}  ${name}`,
    );
    expect(lines).toEqual(expected);
  });

  it('does not overwrite a folder, and creates no tag in a dry run', async () => {
    await expect(start('--dry-run', '--to', folder)).rejects.toThrow('is not empty');
    await expect(start('--dry-run', '--tag')).rejects.toThrow('a dry run creates no tag');
  });
});
