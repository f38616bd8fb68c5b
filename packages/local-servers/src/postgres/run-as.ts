import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { run } from '../run.ts';

/** The user a Postgres runs as, when it cannot be the one that started this process. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Numbers that no system, container or directory gives to anybody (https://systemd.io/UIDS-GIDS,
 * above what sssd takes), and where a container knows only the first 65 536, unused ones of those.
 */
const FREE_NUMBERS = [
  { first: 2_010_000_000, count: 100_000_000 },
  { first: 60_706, count: 478 },
];
const ENVIRONMENT = { PATH: '/usr/bin:/bin' };

/**
 * Postgres refuses to run as root, and what runs as a user that others share could be read and ended
 * by their processes. So root runs each data folder's as a user without a name that is this folder's
 * alone. Existing data keeps its owner, unless that is root or `nobody`. Undefined means that this
 * process's own user will do.
 */
export async function chooseUser(dataDir: string, existing?: string): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (existing !== undefined) {
    const { uid, gid } = await stat(existing);
    if (uid !== 0 && uid !== (await nobody()).uid) return { uid, gid };
  }
  const hash = createHash('sha256').update(dataDir).digest().readUInt32BE();
  for (const { first, count } of FREE_NUMBERS) {
    const uid = first + (hash % count);
    if (await canEnter({ uid, gid: uid }, '/')) return { uid, gid: uid };
  }
  throw new Error(
    'Postgres does not run as root, and no other user can be taken on here: start Florin as ' +
      'another user, or set DATABASE_URL.',
  );
}

/**
 * Who fills a data folder: initdb asks for the name of its user, so it runs as `nobody`, whose other
 * processes cannot get at it without the group.
 */
export async function makerFor({ gid }: RunAs): Promise<RunAs> {
  return { ...(await nobody()), gid };
}

/** Whether `user` gets into `folder`, asked of the kernel, which knows about every rule. */
export async function canEnter(user: RunAs | undefined, folder: string): Promise<boolean> {
  const outcome = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...user,
    cwd: '/',
    // Not what was set for root.
    env: ENVIRONMENT,
    // A user that this container does not know cannot even be taken on.
  }).catch(() => undefined);
  return outcome?.succeeded === true;
}

async function nobody(): Promise<RunAs> {
  const users = await readFile('/etc/passwd', 'utf8');
  const fields = users
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':');
  const [, , uid, gid] = fields ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'Postgres does not run as root and /etc/passwd has no user "nobody" to make its data: ' +
        'start Florin as another user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}
