import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Apt, unpackDebianPackages } from '../debian/unpack-packages.ts';
import { run } from '../run.ts';
import type { OnProgress } from '../running-server.ts';

export interface Pgbench {
  readonly path: string;
  /** Folder of libpq, if it was downloaded with it. */
  readonly libraries: string | undefined;
  /** As printed by `pgbench --version`. */
  readonly version: string;
}

const brought = join(import.meta.dirname, '../../../../.tools/pgbench');
const installed = '/usr/lib/postgresql';

/** The first that runs: on PATH, Debian's installed, a downloaded one, Debian's package. */
export async function findPgbench({
  onProgress,
  signal,
}: {
  readonly onProgress: OnProgress;
  readonly signal?: AbortSignal | undefined;
}): Promise<Pgbench> {
  const found =
    (await tryAt('pgbench', undefined)) ??
    (await findBelow(installed, undefined)) ??
    (await findBrought());
  if (found) return found;

  onProgress('installing pgbench from the package archive of this system');
  const refusal = await unpackDebianPackages({
    packages: async (apt) => [await serverPackage(apt), 'libpq5'],
    kept: 'usr',
    target: brought,
    signal,
  });
  signal?.throwIfAborted();
  const fresh = await findBrought();
  if (fresh) return fresh;
  throw new Error(
    [
      'No pgbench was found. Tried, in this order:',
      '  pgbench on PATH: not found',
      `  ${installed}/*/bin/pgbench: not found`,
      `  apt-get download postgresql libpq5: ${refusal ?? 'the package does not run'}`,
      'What to do: install the package postgresql-contrib or postgresql of this system, or put',
      'pgbench 14 or newer on PATH.',
    ].join('\n'),
  );
}

/** The server package of this Debian, on which its metapackage `postgresql` depends. */
async function serverPackage(apt: Apt): Promise<string> {
  const { output } = await apt('apt-cache', 'depends', 'postgresql');
  return /Depends: (postgresql-\d+)/.exec(output)?.[1] ?? 'postgresql';
}

async function findBrought(): Promise<Pgbench | undefined> {
  const folders = await readdir(join(brought, 'lib')).catch(() => []);
  // libpq is in the folder of the architecture, such as x86_64-linux-gnu.
  const architecture = folders.find((name) => name.includes('-linux-'));
  if (architecture === undefined) return undefined;
  return findBelow(join(brought, 'lib/postgresql'), join(brought, 'lib', architecture));
}

async function findBelow(
  folder: string,
  libraries: string | undefined,
): Promise<Pgbench | undefined> {
  const versions = await readdir(folder).catch(() => []);
  for (const version of versions.toSorted((a, b) => Number(b) - Number(a))) {
    const found = await tryAt(join(folder, version, 'bin/pgbench'), libraries);
    if (found) return found;
  }
  return undefined;
}

async function tryAt(path: string, libraries: string | undefined): Promise<Pgbench | undefined> {
  const { succeeded, output } = await run(path, ['--version'], {
    env: pgbenchEnvironment({ libraries }),
  });
  return succeeded
    ? { path, libraries, version: output.replace(/^pgbench \(PostgreSQL\) /, '') }
    : undefined;
}

/** Environment without the user's PGHOST and the like. */
export function pgbenchEnvironment({
  libraries,
}: Pick<Pgbench, 'libraries'>): Readonly<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
  };
}
