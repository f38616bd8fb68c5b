import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../run.ts';
import type { DataPlace } from './data-place.ts';

/**
 * Fills an empty data folder. It is done beside the folder and renamed into place, so that a
 * start that was killed half-way does not leave data that looks complete.
 */
export async function initialise(
  native: string,
  { folder, user }: DataPlace,
  password: string,
): Promise<void> {
  const half = `${folder}.half`;
  const passwordFile = `${folder}.password`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (user !== undefined) {
      await chown(half, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    const { succeeded, output } = await run(
      join(native, 'bin/initdb'),
      [
        `--pgdata=${half}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Built in: the same order on every machine, whatever its C library.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
      ],
      { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC' } },
    );
    if (!succeeded) throw new Error(`initdb could not fill ${folder}:\n${output}`);
    await rename(half, folder);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(half, { recursive: true, force: true });
  }
}
