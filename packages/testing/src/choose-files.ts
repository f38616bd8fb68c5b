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

/** The slowest files, in two groups that take about the same time: each commit runs one of them. */
const alternating = [
  [
    'e2e/browser/card-fields.test.ts',
    'e2e/browser/console-actions.test.ts',
    'e2e/browser/console-screens.test.ts',
    'e2e/browser/docs.test.ts',
    'e2e/browser/forms.test.ts',
    'e2e/clients/conformance.test.ts',
    'e2e/clients/own-tests.test.ts',
    'e2e/contributing/recipes.test.ts',
    'e2e/stories/stripe-races.test.ts',
    'tools/launcher/test/start.test.ts',
    'tools/release/test/release.test.ts',
  ],
  [
    'apps/processors/test/conformance/conformance.test.ts',
    'e2e/browser/console-looks.test.ts',
    'e2e/browser/console.test.ts',
    'e2e/browser/customer-pages.test.ts',
    'e2e/browser/pay.test.ts',
    'e2e/docs/client.test.ts',
    'e2e/docs/guides/guides.test.ts',
    'e2e/stories/cli.test.ts',
    'e2e/stories/stripe.test.ts',
    'tools/launcher/test/whole-florin.test.ts',
  ],
] as const;

/** Files of the group that the next commit may run; none that the command line includes. */
export function skippedFiles(commandLine: readonly string[], turn = commitTurn): string[] {
  if (turn === undefined) return [];
  const others = alternating[(turn + 1) % 2] ?? [];
  const named = commandLine.filter(
    (argument) => /[/.]/.test(argument) && !argument.startsWith('-'),
  );
  return others.filter((file) => !named.some((argument) => file.includes(argument)));
}

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
