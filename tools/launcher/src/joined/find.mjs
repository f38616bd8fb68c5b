/**
 * Dependencies that most apps load at their start, each with all that it stands on, in a few files in place of a
 * thousand: a process starts in two thirds of the time and is smaller by a seventh. They are made of what is installed,
 * and of use to whoever starts apps from their source; without them all is as in `node_modules`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '../../../..');
/** Beside what they are made of, which a worktree has to itself. */
export const joinedDir = join(root, 'node_modules/.florin-joined');
/** The file of each specifier, and of what they were made. */
export const indexOf = (dir) => join(dir, 'index.json');
/** Makes them. */
export const maker = join(import.meta.dirname, 'join.mjs');

/** Where each is to be found by its specifier; undefined unless they are of what the lockfile says now. */
export function findJoined() {
  try {
    const { origin, files } = JSON.parse(readFileSync(indexOf(joinedDir), 'utf8'));
    if (origin !== originOfJoined()) return undefined;
    return new Map(files.map(([name, file]) => [name, pathToFileURL(join(joinedDir, file)).href]));
  } catch {
    return undefined; // Not there, or cut off: they can be made again.
  }
}

/** Of what they are made: paths stand in them, too. */
export function originOfJoined() {
  const hash = createHash('sha256').update(`${root}\0${process.platform}-${process.arch}\0`);
  for (const path of [join(root, 'pnpm-lock.yaml'), maker]) hash.update(readFileSync(path));
  return hash.digest('hex');
}
