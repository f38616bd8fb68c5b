import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, type RunAs } from './run-as.ts';

/**
 * A folder that `user` can reach, for what cannot stay in a checkout below a closed home. Only
 * root gets here. The same `purpose` leads to the same folder, however often it is asked for.
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

/** A folder that somebody else prepared, as anyone can in /tmp, is not used. */
async function makeOwned(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const { uid, mode } = await stat(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}
