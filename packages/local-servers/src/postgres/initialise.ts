import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../run.ts';
import { type DataPlace, giveTo } from './data-place.ts';
import { makerFor, type RunAs } from './run-as.ts';

/** The built-in locale sorts alike on every machine, independent of its C library. */
const LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/**
 * Runs initdb beside the folder and renames the result, so that an interrupted start leaves no data
 * that looks complete.
 */
export async function initialise(
  native: string,
  { folder, user }: DataPlace,
  password: string,
  /** Postgres before 17 has no built-in locale other than C. */
  locale = LOCALE,
): Promise<void> {
  const half = `${folder}.half`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  try {
    const maker = user && (await openTo(half, user));
    const data = join(half, 'data');
    await mkdir(data, { mode: 0o700 });
    const passwordFile = join(half, 'password');
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (maker) for (const path of [data, passwordFile]) await chown(path, maker.uid, maker.gid);
    const { succeeded, output } = await run(
      join(native, 'bin/initdb'),
      [
        `--pgdata=${data}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...locale,
        '--locale=C',
      ],
      { ...maker, cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC' } },
    );
    if (!succeeded) throw new Error(`initdb could not fill ${folder}:\n${output}`);
    if (user) await giveTo(data, user);
    await rename(data, folder);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

/** Gives access to the group of the future user, in which only the maker is. */
async function openTo(half: string, user: RunAs): Promise<RunAs> {
  await chown(half, 0, user.gid);
  await chmod(half, 0o710);
  return makerFor(user);
}
