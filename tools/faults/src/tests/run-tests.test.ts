import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findOutcome } from './run-tests.ts';

const root = join(import.meta.dirname, '../../../..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-report-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(...statuses: readonly string[]): Promise<string> {
  const assertionResults = statuses.map((status) => ({ status, fullName: status }));
  const testResults = [{ name: join(root, 'a.test.ts'), message: '', assertionResults }];
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify({ testResults }));
  return path;
}

it('reuses results of a run of all tests', async () => {
  expect(await findOutcome(await write('passed', 'passed'), ['a.test.ts'])).toEqual({
    violations: { 'tests failed': 0 },
    of: '2 tests',
    details: [],
  });
});

it('reuses a failure too', async () => {
  const outcome = await findOutcome(await write('passed', 'failed'), ['a.test.ts']);
  expect(outcome?.violations).toEqual({ 'tests failed': 1 });
});

it('returns nothing for files that were not run, or without a report', async () => {
  expect(await findOutcome(await write('passed'), ['a.test.ts', 'b.test.ts'])).toBeUndefined();
  const empty = join(folder, 'empty.json');
  await writeFile(empty, '');
  expect(await findOutcome(empty, ['a.test.ts'])).toBeUndefined();
});

it('does not count a file without a result as passed', async () => {
  await expect(findOutcome(await write(), ['a.test.ts'])).rejects.toThrow('no test ran');
});
