import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, type RunAs } from './run-as.ts';

/**
 * A folder that `user` can reach, for data of a checkout in a closed home folder. Needed as root
 * only. The same `purpose` gives the same folder.
 */
export async function folderOutsideHome(user: RunAs | undefined, purpose: string): Promise<string> {
  for (const base of ['/var/lib/florin', join(tmpdir(), 'florin-of-root')]) {
    const folder = join(base, purpose);
    if ((await makeOwned(base)) && (await canEnter(user, base))) return folder;
  }
  throw new Error(
    'Postgres must run as an unprivileged user here, and neither /var/lib/florin nor the ' +
      'temporary folder can be used for it: set DATABASE_URL, or start Florin as another user.',
  );
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Rejects a folder prepared by another user, as anyone can in /tmp. */
async function makeOwned(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const { uid, mode } = await stat(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}
