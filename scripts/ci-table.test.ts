import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBudgets, slowestFiles, stageTable } from './ci-table.ts';

const root = join(import.meta.dirname, '..');

it('docs/ci.md has a budget for every stage in .ci/run', () => {
  const script = readFileSync(join(root, '.ci/run'), 'utf8');
  const stages = [...script.matchAll(/^stage (\w+) /gm)].map(([, stage = '']) => stage);
  const budgets = readBudgets(readFileSync(join(root, 'docs/ci.md'), 'utf8'));
  expect(stages.length).toBeGreaterThan(2);
  expect([...budgets.keys()]).toEqual([...stages, 'all', 'one file']);
  const sum = stages.reduce((total, stage) => total + (budgets.get(stage) ?? 0), 0);
  expect(budgets.get('all')).toBe(sum);
});

it('marks stages over budget, and the total of all stages', () => {
  const budgets = new Map([
    ['check', 60],
    ['tests', 100],
    ['all', 160],
  ]);
  const stages = [
    { stage: 'check', seconds: 61.2 },
    { stage: 'tests', seconds: 99 },
  ];
  expect(stageTable(stages, budgets)).toEqual([
    'check         61 s of 60 s  OVER BUDGET',
    'tests         99 s of 100 s',
    'all          160 s of 160 s  OVER BUDGET',
  ]);
});

it('lists the 20 slowest files, with a mark for each over its budget', () => {
  const testResults = Array.from({ length: 25 }, (_, index) => ({
    name: join(root, `apps/x/test/${index}.test.ts`),
    startTime: 1_000,
    endTime: 1_000 + index * 250,
  }));
  const lines = slowestFiles({ testResults }, 5);
  expect(lines).toHaveLength(20);
  expect(lines[0]).toBe('    6.0 s  apps/x/test/24.test.ts  OVER BUDGET');
  expect(lines[4]).toBe('    5.0 s  apps/x/test/20.test.ts');
});
