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
  /** Where Postgres keeps its files. */
  readonly folder: string;
  readonly user: RunAs | undefined;
}

const noteName = 'DATA_IS_ELSEWHERE';

export function isInitialised(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

/**
 * The data folder itself, or, when the user that Postgres must run as cannot reach it, a folder
 * elsewhere that a note in the data folder names.
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

/** Makes a user the owner of a folder and all that is in it, as soon as nothing uses it any more. */
export async function giveTo(folder: string, { uid, gid }: RunAs): Promise<void> {
  if ((await stat(folder)).uid === uid) return;
  await stopLeftover(folder);
  for (const name of await readdir(folder, { recursive: true }))
    await lchown(join(folder, name), uid, gid);
  // Last: as long as it is not done, it is to be done.
  await lchown(folder, uid, gid);
}

async function prepareElsewhere(wanted: string, user: RunAs): Promise<string> {
  const folder = await folderOutsideHome(user, `data-${shortHash(wanted)}`);
  if (existsSync(folder)) {
    // Its data folder was deleted, which was meant to delete this too. One such copy is kept.
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
