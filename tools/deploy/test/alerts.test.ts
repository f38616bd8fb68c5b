import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readText, root } from './apps.ts';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

const folder = 'deploy/prometheus';
const { groups } = parse(readText(`${folder}/alerts.yml`)) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

/** Rows of the table of alerts in a runbook. */
const ROW =
  /^\| `(?<alert>Florin\w+)` \| (?<condition>.+) \| (?<lasting>\w+) \| (?<severity>\w+) \|$/gm;
const runbooks = globSync('docs/runbooks/*.md', { cwd: root }).map((path) => {
  const text = readText(path);
  const rows = [...text.matchAll(ROW)].map(({ groups = {} }) => groups);
  return { path, text, rows };
});

it('each alert names its runbook, which says what to check and how to fix it', () => {
  for (const { alert, expr, for: lasting, labels, annotations } of alerts) {
    const page = runbooks.find(({ path }) => path === annotations.runbook);
    const row = page?.rows.find((each) => each.alert === alert);
    expect([row?.lasting, row?.severity], alert).toEqual([lasting, labels.severity]);
    for (const [metric] of row?.condition?.matchAll(/florin_\w+/g) ?? [])
      expect(expr).toContain(metric);
    expect(page?.text.match(/^## .*/gm)).toEqual(['## Meaning', '## Check', '## Fix']);
  }
});

it('runbooks describe no other alerts, and the index lists all pages', () => {
  const described = runbooks.flatMap(({ rows }) => rows.map(({ alert }) => alert));
  expect(described.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  const index = readText('docs/runbooks/README.md');
  for (const { path, rows } of runbooks) {
    const link = `](${path.replace('docs/runbooks/', '')})`;
    for (const { alert } of rows)
      expect(index.split('\n').find((line) => line.startsWith(`| \`${alert}\` |`))).toContain(link);
    expect(index.includes(link)).toBe(!path.endsWith('README.md'));
  }
});

it('queries existing metrics', () => {
  const metrics = [...readText('docs/operating/metrics.md').matchAll(/^\| `(florin_\w+)`/gm)].map(
    ([, name = '']) => name,
  );
  for (const { expr } of alerts)
    for (const [name] of expr.matchAll(/florin_\w+/g))
      expect(metrics).toContain(name.replace(/_(bucket|sum|count)$/, ''));
});

it('has a test of each alert, when it must fire and when not', () => {
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

/** From Debian's package `prometheus`, if installed. */
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

it.skipIf(!isThere)('fires when promtool says so (skipped without promtool)', () => {
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
});
