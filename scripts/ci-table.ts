/**
 * Prints the seconds of each CI stage beside its budget, then the slowest test files.
 *
 *   node scripts/ci-table.ts <stages.tsv> <vitest-report.json>
 *
 * A line of the first file is a stage, a tab and its seconds. Budgets are the table of docs/ci.md.
 * The table marks a stage over its budget; it never fails the run.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const FILES_MAX = 20;
const root = join(import.meta.dirname, '..');

interface Stage {
  readonly stage: string;
  readonly seconds: number;
}

/** The part of vitest's JSON report that is read here. Times are milliseconds since the epoch. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** Seconds by stage, from a Markdown table `| stage | seconds | … |`. */
export function readBudgets(page: string): ReadonlyMap<string, number> {
  const rows = [...page.matchAll(/^\| ([a-z ]+?) +\| +(\d+) +\|/gm)];
  return new Map(rows.map(([, stage = '', seconds]) => [stage, Number(seconds)]));
}

export function stageTable(
  stages: readonly Stage[],
  budgets: ReadonlyMap<string, number>,
): readonly string[] {
  const total = stages.reduce((sum, { seconds }) => sum + seconds, 0);
  return [...stages, { stage: 'all', seconds: total }].map(({ stage, seconds }) => {
    const budget = budgets.get(stage);
    const mark = budget !== undefined && seconds > budget ? '  OVER BUDGET' : '';
    return `${stage.padEnd(10)}${String(Math.round(seconds)).padStart(6)} s of ${budget ?? '?'} s${mark}`;
  });
}

export function slowestFiles(
  { testResults }: Report,
  budgetSeconds: number | undefined,
): readonly string[] {
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, FILES_MAX)
    .map(({ name, seconds }) => {
      const mark = budgetSeconds !== undefined && seconds > budgetSeconds ? '  OVER BUDGET' : '';
      return `${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}${mark}`;
    });
}

if (process.argv[1] === import.meta.filename) {
  const [stagesPath = '', reportPath = ''] = process.argv.slice(2);
  const lines = readFileSync(stagesPath, 'utf8').trim().split('\n');
  const stages = lines.map((line) => {
    const [stage = '', seconds] = line.split('\t');
    return { stage, seconds: Number(seconds) };
  });
  const text = readFileSync(reportPath, 'utf8');
  const report: Report = text === '' ? { testResults: [] } : JSON.parse(text);
  const budgets = readBudgets(readFileSync(join(root, 'docs/ci.md'), 'utf8'));
  const table = [
    ...stageTable(stages, budgets),
    '',
    `The ${FILES_MAX} slowest test files:`,
    ...slowestFiles(report, budgets.get('one file')),
  ];
  process.stdout.write(`\n${table.join('\n')}\n\n`);
}
