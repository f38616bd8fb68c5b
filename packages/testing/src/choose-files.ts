import { globSync } from 'node:fs';
import { commitTurn, rotatingShare } from './rotating-share.ts';

/** Each control loads its service in a separate process: this many commits together run all. */
export const CONTROL_SHARES = 3;

/** The controls that this run includes, which rotate by commit; all if the command line names one. */
export function chooseControls(
  root: string,
  commandLine: readonly string[],
  turn = commitTurn,
): string[] {
  const all = globSync('{packages,apps,tools}/**/*.control.ts', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  });
  const isNamed = commandLine.some((argument) => argument.includes('.control'));
  return isNamed ? all : [...rotatingShare(all.sort(), CONTROL_SHARES, turn)];
}

/** The slowest files, in two groups that take about the same time: each commit runs one of them. */
const alternating = [
  [
    'apps/billing/test/hostile-account.control.ts',
    'e2e/browser/card-fields.test.ts',
    'e2e/browser/console-actions.test.ts',
    'e2e/browser/console-screens.test.ts',
    'e2e/browser/docs.test.ts',
    'e2e/browser/forms.test.ts',
    'e2e/clients/conformance.test.ts',
    'e2e/clients/own-tests.test.ts',
    'e2e/contributing/recipes.test.ts',
    'e2e/stories/erasure.test.ts',
    'e2e/stories/stripe-races.test.ts',
    'tools/launcher/test/start.test.ts',
    'tools/release/test/release.test.ts',
  ],
  [
    'apps/processors/test/conformance/conformance.test.ts',
    'e2e/browser/console-billing.test.ts',
    'e2e/browser/console-looks.test.ts',
    'e2e/browser/console.test.ts',
    'e2e/browser/customer-pages.test.ts',
    'e2e/browser/pay.test.ts',
    'e2e/clients/samples.test.ts',
    'e2e/docs/client.test.ts',
    'e2e/docs/guides/guides.test.ts',
    'e2e/stories/cli.test.ts',
    'e2e/stories/stripe.test.ts',
    'tools/launcher/test/restore-drill.test.ts',
    'tools/launcher/test/whole-florin.test.ts',
  ],
] as const;

/** Files of the group that another commit runs; none that the command line names, as vitest reads it. */
export function skippedFiles(commandLine: readonly string[], turn = commitTurn): string[] {
  if (turn === undefined) return [];
  const others = alternating[(turn + 1) % 2] ?? [];
  const named = commandLine
    .filter(
      (argument, index) => !argument.startsWith('-') && commandLine[index - 1] !== '--project',
    )
    .map((argument) => argument.replace(/^\.\//, ''));
  return others.filter((file) => !named.some((argument) => file.includes(argument)));
}
