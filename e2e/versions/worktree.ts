import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Another commit of this repository in a folder, ready to run. */
export interface OtherVersion {
  readonly dir: string;
  /** Its abbreviated hash. */
  readonly commit: string;
  remove(): void;
}

/**
 * @param ref a branch, tag or commit of this clone.
 * @throws Error if it does not exist, or its packages cannot be installed.
 */
export function checkOut(ref: string, dir: string, say: (line: string) => void): OtherVersion {
  const commit = findCommit(ref);
  if (commit === undefined)
    throw new Error(`no commit ${ref} in this clone: fetch it, or name another one`);
  say(`${ref} is ${commit}: checking it out and installing its packages`);
  const remove = () => git('worktree', 'remove', '--force', dir);
  git('worktree', 'add', '--detach', '--quiet', dir, commit);
  try {
    // Its own bootstrap installs its packages, and its Node if different.
    symlinkSync(join(root, '.tools'), join(dir, '.tools'));
    execFileSync(process.execPath, ['scripts/bootstrap.mjs', 'run', 'node', '--version'], {
      cwd: dir,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { dir, commit, remove };
}

/** The abbreviated hash of a commit; undefined if this clone does not have it. */
export function findCommit(ref: string): string | undefined {
  try {
    return git('rev-parse', '--short', '--verify', `${ref}^{commit}`).trim();
  } catch {
    return undefined;
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
