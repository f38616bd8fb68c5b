import { readFile, stat } from 'node:fs/promises';
import { run } from '../run.ts';

/** The user a Postgres runs as, when it cannot be the one that started this process. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Postgres refuses to run as root. Data that exists keeps its owner; new data goes to `nobody`.
 * Undefined means that this process's own user will do.
 */
export async function chooseUser(existingData: string | undefined): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (existingData !== undefined) {
    const { uid, gid } = await stat(existingData);
    if (uid !== 0) return { uid, gid };
  }
  return nobody();
}

/** Whether `user` gets into `folder`, asked of the kernel, which knows about every rule. */
export async function canEnter(user: RunAs | undefined, folder: string): Promise<boolean> {
  const { succeeded } = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...user,
    cwd: '/',
  });
  return succeeded;
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
      'Postgres does not run as root and /etc/passwd has no user "nobody" to run it as: ' +
        'start Florin as another user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}
