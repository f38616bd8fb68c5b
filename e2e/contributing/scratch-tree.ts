import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What no change is made to: it is brought, built or kept beside the source. */
const LEFT_OUT: readonly string[] = ['.git', '.tools', '.turbo', '.florin'];

/** Makes a copy of Florin that can be changed; what npm brought stays where it is. */
export function makeScratchTree(dir: string): void {
  const packages = join(root, 'node_modules');
  cpSync(root, dir, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== packages && !LEFT_OUT.includes(basename(path)),
  });
  symlinkSync(packages, join(dir, 'node_modules'));
}

/**
 * Does what a block of the page shows: lines with a minus go, lines with a plus come.
 * @throws Error when the file does not have the lines before just once.
 */
export function applyDiff(path: string, diff: string): void {
  const lines = diff.trimEnd().split('\n');
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  const [before, ...behind] = readFileSync(path, 'utf8').split(without('+'));
  if (before === undefined || behind.length !== 1)
    throw new Error(`${path} has to have these lines once:\n${without('+')}`);
  writeFileSync(path, before + without('-') + behind[0]);
}
