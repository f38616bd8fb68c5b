import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const COMMITS_MAX = 30;
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** The tested commit, and files changed by recent commits and in the work tree. */
export interface Change {
  readonly commit: string;
  readonly files: ReadonlySet<string>;
}

/**
 * Changes since the last release tag, or of the last 30 commits if the tag is older.
 * @returns undefined outside a git checkout
 */
export async function readChange(root: string): Promise<Change | undefined> {
  const git = async (...given: string[]) =>
    (await run('git', given, { cwd: root, maxBuffer: OUTPUT_BYTES_MAX })).stdout.trim();
  const commit = await git('rev-parse', 'HEAD').catch(() => undefined);
  if (commit === undefined) return undefined;
  const tag = await git('describe', '--tags', '--abbrev=0').catch(() => undefined);
  const log = ['log', '--format=', '--name-only', `--max-count=${COMMITS_MAX}`];
  const files = await git(...log, tag === undefined ? 'HEAD' : `${tag}..HEAD`);
  const uncommitted = await git('diff', '--name-only', 'HEAD');
  return { commit, files: new Set([...files.split('\n'), ...uncommitted.split('\n')]) };
}
