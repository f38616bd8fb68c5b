import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { runProgram, unpackDebianPackages } from '@florin/local-servers';

/** Version of Debian 12; a release of Citus 13.0 is built against it. */
const MAJOR = 15;

const SERVER = [`postgresql-${MAJOR}`, `postgresql-client-${MAJOR}`, 'libpq5'];
/** Packages of headers and libraries for Debian's Postgres. */
const HEADERS = [
  `postgresql-server-dev-${MAJOR}`,
  ...['libpq-dev', 'libkrb5-dev', 'krb5-multidev', 'comerr-dev', 'libpam0g-dev', 'libselinux1-dev'],
  ...['libxslt1-dev', 'libxml2-dev', 'libreadline-dev', 'libssl-dev', 'liblz4-dev', 'libzstd-dev'],
  'zlib1g-dev',
];
/** `configure` and `make` fail after this. */
const TIMEOUT_MS = 900_000;
const DONE = 'citus-is-built';

/**
 * Builds Citus into Debian's unpacked Postgres packages below `target`, without root.
 * @param source a release of Citus 13.0, as in its repository
 * @returns the folder with `bin/postgres`
 */
export async function buildCitus(
  source: string,
  target: string,
  say: (line: string) => void,
): Promise<string> {
  const built = builtIn(target);
  if (built !== undefined) return built;
  if (!existsSync(join(source, 'configure')))
    throw new Error(`${source} is no source of Citus: name a folder with its configure`);
  await rm(target, { recursive: true, force: true });
  say(`downloading Postgres ${MAJOR} and its headers from this system's package archive`);
  const refusal = await unpackDebianPackages({
    packages: async () => [...SERVER, ...HEADERS],
    kept: 'usr',
    target,
    signal: undefined,
  });
  if (refusal !== undefined) throw new Error(`apt-get download failed: ${refusal}`);
  const folder = join(target, 'citus-build');
  await mkdir(folder);
  const options = { cwd: folder, env: environment(target), timeout: TIMEOUT_MS };
  say('configuring Citus');
  const without = ['libcurl', 'lz4', 'zstd'].map((name) => `--without-${name}`);
  await runProgram(join(resolve(source), 'configure'), without, options);
  say('compiling Citus, which takes a minute or two');
  const jobs = `-j${availableParallelism()}`;
  // No JIT bitcode, which would need another compiler.
  await runProgram(
    'make',
    [jobs, '--silent', 'with_llvm=no', 'extension', 'install-extension'],
    options,
  );
  await rm(folder, { recursive: true });
  await writeFile(join(target, DONE), '');
  return nativeIn(target);
}

/** The result of an earlier build. */
export function builtIn(target: string): string | undefined {
  return existsSync(join(target, DONE)) ? nativeIn(target) : undefined;
}

function nativeIn(target: string): string {
  return resolve(target, 'lib/postgresql', String(MAJOR));
}

function environment(target: string): Record<string, string> {
  const root = resolve(target);
  const machine = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  const includes = ['', machine, 'libxml2', 'mit-krb5'].map((name) => join(root, 'include', name));
  const libraries = [machine, `${machine}/mit-krb5`].map((name) => join(root, 'lib', name));
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    PG_CONFIG: join(nativeIn(target), 'bin/pg_config'),
    CPPFLAGS: includes.map((path) => `-I${path}`).join(' '),
    // Libraries loaded into the server must find the client library that came with it.
    LDFLAGS: libraries.map((path) => `-L${path} -Wl,-rpath,${path}`).join(' '),
  };
}
