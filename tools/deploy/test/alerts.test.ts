import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readText, root } from './apps.ts';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const folder = 'deploy/prometheus';
const { groups } = parse(readText(`${folder}/alerts.yml`)) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const operations = readText('docs/operations.md');

it('docs/operations.md says of each alert what to do, and of no other', () => {
  const told = [...operations.matchAll(/^\| `(Florin\w+)`: /gm)].map(([, name = '']) => name);
  expect(told.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of alerts) expect(annotations.runbook).toContain(alert);
});

it('asks for metrics that there are', () => {
  const metrics = [...operations.matchAll(/^\| `(florin_\w+)`/gm)].map(([, name = '']) => name);
  for (const { expr } of alerts)
    for (const [name] of expr.matchAll(/florin_\w+/g))
      expect(metrics).toContain(name.replace(/_(bucket|sum|count)$/, ''));
});

it('tests each alert, where it has to come and where not', () => {
  const { tests } = parse(readText(`${folder}/alerts.test.yml`)) as {
    readonly tests: readonly { readonly alert_rule_test: readonly { alertname: string }[] }[];
  };
  const [well = [], ...others] = tests.map(({ alert_rule_test }) =>
    alert_rule_test.map(({ alertname }) => alertname),
  );
  const names = alerts.map(({ alert }) => alert);
  expect(well).toEqual(names);
  expect(others.flat()).toEqual(names);
});

/** Of Debian's package `prometheus`, where somebody has installed it. */
function promtool(...args: readonly string[]): string | undefined {
  try {
    const cwd = join(root, folder);
    return execFileSync('promtool', args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error((error as { stdout?: string }).stdout ?? String(error), { cause: error });
  }
}

const isThere = promtool('--version') !== undefined;

it.skipIf(!isThere)('comes when promtool says so (skipped where that is not installed)', () => {
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
});
