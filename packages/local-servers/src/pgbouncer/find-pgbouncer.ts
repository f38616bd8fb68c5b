import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackDebianPackages } from '../debian/unpack-packages.ts';
import type { RunAs } from '../postgres/run-as.ts';
import { run } from '../run.ts';
import type { OnProgress } from '../running-server.ts';

export interface Pgbouncer {
  readonly path: string;
  /** Library path, if its libraries were downloaded with it. */
  readonly environment: Readonly<Record<string, string>>;
}

const brought = join(import.meta.dirname, '../../../../.tools/pgbouncer');

/**
 * The first that this user can run: on PATH, installed, or Debian's. Undefined if there is none.
 */
export async function findPgbouncer(
  user: RunAs | undefined,
  onProgress: OnProgress,
): Promise<Pgbouncer | undefined> {
  const found = await findRunning(user);
  if (found !== undefined) return found;
  onProgress('installing PgBouncer from the package archive of this system');
  const refusal = await unpackDebianPackages({
    packages: async () => ['pgbouncer', 'libc-ares2', 'libevent-2.1-7'],
    kept: 'usr',
    target: brought,
    signal: undefined,
  });
  const fresh = await findRunning(user);
  if (fresh === undefined)
    onProgress(`left out, without PgBouncer: ${refusal ?? 'what was brought does not run'}`);
  return fresh;
}

async function findRunning(user: RunAs | undefined): Promise<Pgbouncer | undefined> {
  const folders = await readdir(join(brought, 'lib')).catch(() => []);
  // Libraries are in the folder of the architecture, such as x86_64-linux-gnu.
  const libraries = folders.filter((name) => name.includes('-linux-'));
  const environment = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    ...(libraries[0] && { LD_LIBRARY_PATH: join(brought, 'lib', libraries[0]) }),
  };
  for (const path of ['pgbouncer', '/usr/sbin/pgbouncer', join(brought, 'sbin/pgbouncer')]) {
    const { succeeded } = await run(path, ['--version'], { ...user, cwd: '/', env: environment });
    if (succeeded) return { path, environment };
  }
  return undefined;
}
