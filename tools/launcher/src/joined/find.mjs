/**
 * Dependencies that most apps load at start, bundled into a few files: a process starts in two
 * thirds of the time and is a seventh smaller. Without bundles, apps use `node_modules`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '../../../..');
/** Next to the installed packages, which each worktree has for itself. */
export const joinedDir = join(root, 'node_modules/.florin-joined');
/** Maps specifiers to files, and names the origin of the bundles. */
export const indexOf = (dir) => join(dir, 'index.json');
/** The script that builds them. */
export const maker = join(import.meta.dirname, 'join.mjs');

/** Bundle files by specifier; undefined unless they match the current lockfile. */
export function findJoined() {
  try {
    const { origin, files } = JSON.parse(readFileSync(indexOf(joinedDir), 'utf8'));
    if (origin !== originOfJoined()) return undefined;
    return new Map(files.map(([name, file]) => [name, pathToFileURL(join(joinedDir, file)).href]));
  } catch {
    return undefined; // Missing or incomplete: they can be built again.
  }
}

/** Identifies their inputs; file paths are part of it. */
export function originOfJoined() {
  const hash = createHash('sha256').update(`${root}\0${process.platform}-${process.arch}\0`);
  for (const path of [join(root, 'pnpm-lock.yaml'), maker]) hash.update(readFileSync(path));
  return hash.digest('hex');
}
