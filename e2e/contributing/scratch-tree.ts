import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Downloads, build output and data. */
const LEFT_OUT: readonly string[] = ['.git', '.tools', '.turbo', '.florin', 'node_modules'];

const OUTPUT_BYTES_MAX = 16_777_216;

/** Copies Florin, with its own packages, since a new service adds one. */
export function makeScratchTree(dir: string): void {
  cpSync(root, dir, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.includes(basename(path)),
  });
  // Node, pnpm and servers, which no recipe changes.
  symlinkSync(join(root, '.tools'), join(dir, '.tools'));
  runIn(dir, 'true');
}

/** Runs a command with the bootstrapped tools: the machine may have only Node and npm. */
export function runIn(dir: string, ...words: readonly string[]): string {
  const args = [join(dir, 'scripts/bootstrap.mjs'), 'run', ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: dir,
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Resolves a path of a recipe; `<number>` matches any number. */
export function placeIn(dir: string, path: string): string {
  const places = path.includes('<number>')
    ? globSync(path.replace('<number>', '*'), { cwd: dir })
    : [path];
  const [place, ...others] = places;
  if (place === undefined || others.length > 0) throw new Error(`${path} matches ${places}`);
  return join(dir, place);
}

/**
 * Applies a diff of a recipe; `@@` separates two places of a file.
 * @throws Error unless the file contains the previous lines exactly once.
 */
export function applyDiff(path: string, diff: string): void {
  const text = diff.split('@@\n').reduce(
    (before, hunk) => {
      const lines = hunk.trimEnd().split('\n');
      const without = (sign: string) =>
        lines
          .filter((line) => !line.startsWith(sign))
          .map((line) => line.slice(1))
          .join('\n');
      const [start, ...behind] = before.split(without('+'));
      if (start === undefined || behind.length !== 1)
        throw new Error(`${path} must have these lines once:\n${without('+')}`);
      return start + without('-') + behind[0];
    },
    readFileSync(path, 'utf8'),
  );
  writeFileSync(path, text);
}
