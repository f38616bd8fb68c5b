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

it('takes what a run of all tests has shown', async () => {
  expect(await findOutcome(await write('passed', 'passed'), ['a.test.ts'])).toEqual({
    violations: { 'tests failed': 0 },
    of: '2 tests',
    details: [],
  });
});

it('takes a failure, too', async () => {
  const outcome = await findOutcome(await write('passed', 'failed'), ['a.test.ts']);
  expect(outcome?.violations).toEqual({ 'tests failed': 1 });
});

it('has nothing of files that were not run, or of a run without a report', async () => {
  expect(await findOutcome(await write('passed'), ['a.test.ts', 'b.test.ts'])).toBeUndefined();
  const empty = join(folder, 'empty.json');
  await writeFile(empty, '');
  expect(await findOutcome(empty, ['a.test.ts'])).toBeUndefined();
});

it('does not take a file without a result for one that passed', async () => {
  await expect(findOutcome(await write(), ['a.test.ts'])).rejects.toThrow('no test ran');
});
