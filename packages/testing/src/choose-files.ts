import { globSync } from 'node:fs';
import { commitTurn, rotatingShare } from './rotating-share.ts';

/** Test files of which each commit runs only a part. */
interface Choice {
  /** Glob pattern from the root. */
  readonly pattern: string;
  /** All files run if a command-line argument includes this. */
  readonly name: string;
  /** Number of commits that together run all files. */
  readonly shares: number;
}

/** Each control loads its service in a separate process. */
export const controls: Choice = {
  pattern: '{packages,apps,tools}/**/*.control.ts',
  name: '.control',
  shares: 3,
};

/** Recipes create, start and check a second Florin. */
export const recipes: Choice = {
  pattern: 'e2e/contributing/**/*.test.ts',
  name: 'contributing',
  shares: 2,
};

/** The part of a choice's files that this run includes, which rotates by commit. */
export function chooseFiles(
  { pattern, name, shares }: Choice,
  root: string,
  commandLine: readonly string[],
  turn = commitTurn,
): string[] {
  const all = globSync(pattern, { cwd: root, exclude: (path) => path.endsWith('node_modules') });
  const isNamed = commandLine.some((argument) => argument.includes(name));
  return isNamed ? all : [...rotatingShare(all.sort(), shares, turn)];
}
