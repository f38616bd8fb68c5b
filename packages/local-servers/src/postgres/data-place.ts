import { existsSync } from 'node:fs';
import {
  lchown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stopLeftover } from './leftover.ts';
import { folderOutsideHome, shortHash } from './outside-home.ts';
import { canEnter, chooseUser, type RunAs } from './run-as.ts';
import { noteOrigin } from './sweep-orphans.ts';

export interface DataPlace {
  /** Data directory of Postgres. */
  readonly folder: string;
  readonly user: RunAs | undefined;
}

const noteName = 'DATA_IS_ELSEWHERE';

export function isInitialised(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

/**
 * The data folder, or a substitute elsewhere if the user of Postgres cannot reach it. A note in the
 * data folder names the substitute.
 */
export async function placeData(dataDir: string): Promise<DataPlace> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const wanted = await realpath(dataDir);

  const noted = await readNote(wanted);
  const existing = noted ?? (isInitialised(wanted) ? wanted : undefined);
  const user = await chooseUser(wanted, existing);
  const isReachable = user === undefined || (await canEnter(user, dirname(wanted)));
  const folder = noted ?? (isReachable ? wanted : await prepareElsewhere(wanted, user));
  if (user) await giveTo(folder, user);
  return { folder, user };
}

/** Changes the owner of a folder and its contents once it is no longer in use. */
export async function giveTo(folder: string, { uid, gid }: RunAs): Promise<void> {
  if ((await stat(folder)).uid === uid) return;
  await stopLeftover(folder);
  for (const name of await readdir(folder, { recursive: true }))
    await lchown(join(folder, name), uid, gid);
  // The folder itself comes last, so that an interrupted change is resumed.
  await lchown(folder, uid, gid);
}

async function prepareElsewhere(wanted: string, user: RunAs): Promise<string> {
  const folder = await folderOutsideHome(user, `data-${shortHash(wanted)}`);
  if (existsSync(folder)) {
    // The user deleted the data folder, which also meant this substitute. Keep one such copy.
    await stopLeftover(folder);
    await rm(`${folder}.orphan`, { recursive: true, force: true });
    await rename(folder, `${folder}.orphan`);
  }
  await mkdir(folder, { mode: 0o700 });
  await noteOrigin(folder, wanted);
  await writeFile(join(wanted, noteName), `${folder}\n`);
  return folder;
}

async function readNote(wanted: string): Promise<string | undefined> {
  const path = join(wanted, noteName);
  if (!existsSync(path)) return undefined;
  const folder = (await readFile(path, 'utf8')).trim();
  return existsSync(folder) ? folder : undefined;
}
