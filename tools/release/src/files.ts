import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PeerName, serviceNames } from '@florin/contracts';
import type { LeftOut } from './clients.ts';
import { root, run } from './commands.ts';
import { notesOf } from './notes.ts';

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];

export function writeNotes(folder: string, version: string): LeftOut {
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  writeFileSync(join(folder, 'RELEASE_NOTES.md'), `# Florin ${version}\n\n${notes}`);
  for (const name of ['LICENSE', 'NOTICE', 'THIRD_PARTY.md'])
    copyFileSync(join(root, name), join(folder, name));
  return [];
}

/** The dependencies of the lock file as CycloneDX 1.6. */
export function writeSbom(folder: string): LeftOut {
  run('pnpm', [
    ...['sbom', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6'],
    ...['--sbom-type', 'application', '--lockfile-only', '--prod'],
    ...['--out', join(folder, 'sbom.cdx.json')],
  ]);
  return [];
}

/** The Helm chart in the form of a chart repository. */
export function writeChart(folder: string, commit: string): LeftOut {
  const chart = run('git', ['show', `${commit}:deploy/helm/florin/Chart.yaml`]);
  const [, version] = /^version: (.+)$/m.exec(chart) ?? [];
  run('git', [
    'archive',
    '--format=tar.gz',
    '--prefix=florin/',
    `--output=${join(folder, `florin-chart-${version}.tgz`)}`,
    `${commit}:deploy/helm/florin`,
  ]);
  return [];
}

/** A script that builds the image of each app from this commit. */
export function writeImageCommands(folder: string, version: string, commit: string): LeftOut {
  const builds = apps.map(
    (app) =>
      `docker build --build-arg APP=${app} --build-arg COMMIT=${commit} --tag "$registry/florin-${app}:${version}" .`,
  );
  const script = `#!/bin/sh
# Builds the images of Florin ${version}. Run it in a checkout of ${commit}.
set -eu
registry=\${1:?usage: build-images.sh <registry>}
test "$(git rev-parse HEAD)" = ${commit}
${builds.join('\n')}
`;
  writeFileSync(join(folder, 'build-images.sh'), script, { mode: 0o755 });
  return ['images: run build-images.sh with Docker, or `npm run images` without a network'];
}

/** In the format of `sha256sum --check`. */
export function writeChecksums(folder: string): LeftOut {
  const lines = readdirSync(folder)
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  return [];
}
