import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const timeoutMs = 2_000;

/** The commit checked out here; undefined without git, or outside a checkout. */
export async function findCommit(root: string): Promise<string | undefined> {
  try {
    // Names the folder itself: a repository around it has other commits.
    const flags = [`--git-dir=${join(root, '.git')}`, 'rev-parse', 'HEAD'];
    const { stdout } = await promisify(execFile)('git', flags, { timeout: timeoutMs });
    return stdout.trim();
  } catch {
    return undefined;
  }
}
