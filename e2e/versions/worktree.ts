import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Another commit of this repository in a folder of its own, ready to run. */
export interface OtherVersion {
  readonly dir: string;
  /** Its short name. */
  readonly commit: string;
  remove(): void;
}

/**
 * @param ref a branch, tag or commit that this clone has.
 * @throws Error when it has none of that name, or the packages of that commit cannot be installed.
 */
export function checkOut(ref: string, dir: string, say: (line: string) => void): OtherVersion {
  const commit = findCommit(ref);
  if (commit === undefined)
    throw new Error(`this clone has no commit called ${ref}: fetch it, or take another one`);
  say(`${ref} is ${commit}: checking it out and installing its packages`);
  const remove = () => git('worktree', 'remove', '--force', dir);
  git('worktree', 'add', '--detach', '--quiet', dir, commit);
  try {
    // Its own bootstrap brings the packages that it was made with, and the Node where it is another.
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

/** The short name of a commit; undefined when this clone has none that is called so. */
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
