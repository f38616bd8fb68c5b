import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run, tryRun } from './commands.ts';

/** One line for each part of a release that this machine cannot build. */
export type LeftOut = readonly string[];

const versionIn = (path: string, pattern: RegExp): string => {
  const [, version] = pattern.exec(readFileSync(join(root, path), 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${path} has no version`);
  return version;
};

/** A tarball for npm. */
export function packTypeScript(folder: string): LeftOut {
  run('pnpm', ['pack', '--pack-destination', folder], join(root, 'sdk/typescript'));
  return [];
}

/** A source distribution, and a wheel where Python's `build` is installed. */
export function packPython(folder: string, commit: string): LeftOut {
  const version = versionIn('sdk/python/pyproject.toml', /^version = "(.+)"$/m);
  const name = `florin-${version}`;
  const metadata = `Metadata-Version: 2.4\nName: florin\nVersion: ${version}\n`;
  run('git', [
    'archive',
    '--format=tar.gz',
    `--prefix=${name}/`,
    `--add-virtual-file=${name}/PKG-INFO:${metadata}`,
    `--output=${join(folder, `${name}.tar.gz`)}`,
    `${commit}:sdk/python`,
  ]);
  return buildWheel(folder);
}

function buildWheel(folder: string): LeftOut {
  const source = join(root, 'sdk/python');
  const scratch = mkdtempSync(join(tmpdir(), 'florin-wheel-'));
  try {
    // Without isolation nothing is downloaded.
    const args = ['-m', 'build', '--wheel', '--no-isolation', '--outdir', scratch, source];
    const { status } = tryRun('python3', args);
    if (status !== 0) return ['Python wheel: install the Python packages build and setuptools 77'];
    for (const name of readdirSync(scratch)) renameSync(join(scratch, name), join(folder, name));
    return [];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A zip in the form of the Go module proxy; its version is that of the other clients. */
export function packGo(folder: string, commit: string): LeftOut {
  const version = `v${versionIn('sdk/typescript/package.json', /^ {2}"version": "(.+)",$/m)}`;
  const module = run('git', ['show', `${commit}:sdk/go/go.mod`])
    .split('\n')[0]
    ?.split(' ')[1];
  run('git', [
    'archive',
    '--format=zip',
    `--prefix=${module}@${version}/`,
    `--output=${join(folder, `florin-go-${version}.zip`)}`,
    `${commit}:sdk/go`,
  ]);
  return [];
}
