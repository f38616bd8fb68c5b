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
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
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
  const read = (pattern: string | RegExp) => {
    const name = readdirSync(folder).find((each) => each.match(pattern));
    return readFileSync(join(folder, name ?? `${pattern}`));
  };
  let output = '';
  beforeAll(async () => {
    ({ stdout: output } = await start('--dry-run', '--to', folder));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has notes, clients, chart, image commands, SBOM and licenses', () => {
    const names = readdirSync(folder).filter((name) => !name.endsWith('.whl'));
    // Uncommitted version changes are in some packages and not in others.
    expect(names.map((name) => name.replace(/\d+\.\d+\.\d+/, '0'))).toEqual([
      'LICENSE',
      'NOTICE',
      'RELEASE_NOTES.md',
      'SHA256SUMS',
      'THIRD_PARTY.md',
      'build-images.sh',
      'florin-0.tar.gz',
      'florin-chart-0.tgz',
      'florin-client-0.tgz',
      'florin-go-v0.zip',
      'sbom.cdx.json',
    ]);
    expect(read('RELEASE_NOTES.md').toString()).toMatch(/^# Florin .+\n\n### Breaking changes/);
    expect(output).toContain(`to tag   git tag --annotate v${version} `);
  });

  it('has packages with the license and the code of each client', () => {
    const tar = (pattern: RegExp) => gunzipSync(read(pattern)).toString('latin1');
    expect(tar(/^florin-client-/)).toMatch(/package\/LICENSE[\s\S]*package\/dist\/index\.js/);
    const python = tar(/^florin-\d.*\.gz$/);
    expect(python).toMatch(/florin-[\d.]+\/src\/florin\/__init__\.py/);
    expect(python).toContain('Metadata-Version: 2.4\nName: florin\n');
    const zip = read(/^florin-go-/).toString('latin1');
    for (const name of ['go.mod', 'LICENSE', 'client.go'])
      expect(zip).toMatch(new RegExp(`florin\\.invalid/florin@v[\\d.]+/${name}`));
    expect(tar(/^florin-chart-/)).toContain('florin/Chart.yaml');
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
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}`,
    );
    expect(lines).toEqual(expected);
  });

  it('does not overwrite a folder, and creates no tag in a dry run', async () => {
    await expect(start('--dry-run', '--to', folder)).rejects.toThrow('is not empty');
    await expect(start('--dry-run', '--tag')).rejects.toThrow('a dry run creates no tag');
  });
});
