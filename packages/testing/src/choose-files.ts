import { globSync } from 'node:fs';
import { commitTurn, rotatingShare } from './rotating-share.ts';

/** Test files that not every commit runs. */
interface Choice {
  /** Glob from the root. */
  readonly pattern: string;
  /** All files run where an argument of the command line includes this. */
  readonly name: string;
  /** How many commits run all files between them. */
  readonly shares: number;
}

/** Each control loads its service in a process of its own. */
export const controls: Choice = {
  pattern: '{packages,apps,tools}/**/*.control.ts',
  name: '.control',
  shares: 3,
};

/** The recipes write, start and check a second Florin. */
export const recipes: Choice = {
  pattern: 'e2e/contributing/**/*.test.ts',
  name: 'contributing',
  shares: 2,
};

/** The files of a choice that a run of vitest includes, in turn by commit. */
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
