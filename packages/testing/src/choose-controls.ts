import { globSync } from 'node:fs';
import { commitTurn, rotatingShare } from './rotating-share.ts';

const PATTERN = '{packages,apps,tools}/**/*.control.ts';
const SHARES = 3;

/**
 * The controls that a run of vitest includes: a third of them, in turn by commit, since each loads its service
 * in a process of its own. All if the command line names one.
 */
export function chooseControls(
  root: string,
  commandLine: readonly string[],
  turn = commitTurn,
): string[] {
  const all = globSync(PATTERN, { cwd: root, exclude: (name) => name.endsWith('node_modules') });
  const isNamed = commandLine.some((argument) => argument.includes('.control'));
  return isNamed ? all : [...rotatingShare(all.sort(), SHARES, turn)];
}
