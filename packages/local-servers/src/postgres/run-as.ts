import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { run } from '../run.ts';

/** The user of a Postgres, if it cannot be this process's user. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/**
 * User ids that no system, container or directory assigns (https://systemd.io/UIDS-GIDS, above
 * those of sssd), and unused ones below 65,536 for containers that map no others.
 */
const FREE_NUMBERS = [
  { first: 2_010_000_000, count: 100_000_000 },
  { first: 60_706, count: 478 },
];
const ENVIRONMENT = { PATH: '/usr/bin:/bin' };

/**
 * User that a Postgres started by root runs as: an unnamed one per data folder, or the owner of
 * existing data, unless shared with other processes. Undefined if this process is not root.
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
    'Postgres cannot run as root, and no other user is available here: start Florin as ' +
      'another user, or set DATABASE_URL.',
  );
}

/**
 * The user that runs initdb, which needs a user with a name: `nobody`, with a group that protects
 * the data from its other processes.
 */
export async function makerFor({ gid }: RunAs): Promise<RunAs> {
  return { ...(await nobody()), gid };
}

/** Whether `user` can enter `folder`. Asks the kernel, which applies all rules. */
export async function canEnter(user: RunAs | undefined, folder: string): Promise<boolean> {
  const outcome = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...user,
    cwd: '/',
    // Not root's environment.
    env: ENVIRONMENT,
    // Fails if this container does not map the user.
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
      'Postgres cannot run as root, and /etc/passwd lacks the user `nobody` for initdb: ' +
        'start Florin as another user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}
