import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '../row.ts';
import { hasResults, judge, type Report, readReport } from './report.ts';

const root = join(import.meta.dirname, '../../../..');

export interface TestRun {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  /** Which tests of them, as a pattern of their names; all where there is none. */
  readonly named?: string | undefined;
  /** Where the stories find their system. */
  readonly stories: Readonly<Record<string, string>>;
  /** The first failure says enough. */
  readonly stopsAtFailure: boolean;
}

/**
 * Runs stories in a process of their own.
 * @throws Error when a file could not even be run, which says nothing about what it tests.
 */
export async function runTests(run: TestRun): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-tests-'));
  try {
    const told = await report(run, join(folder, 'report.json'));
    // A run that stops at its first failure may end before it has written that down.
    if (!run.stopsAtFailure || hasResults(told)) return judge(told);
    return judge(await report({ ...run, stopsAtFailure: false }, join(folder, 'whole.json')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * What a run of all tests has shown of these files; undefined where it has not run all of them.
 * @param path of vitest's JSON report
 */
export async function findOutcome(
  path: string,
  files: readonly string[],
): Promise<Outcome | undefined> {
  const all = await readReport(path);
  const names = new Set(files.map((file) => join(root, file)));
  const testResults = all.testResults.filter(({ name }) => names.has(name));
  return testResults.length === names.size ? judge({ testResults }) : undefined;
}

async function report(
  { files, named, stories, stopsAtFailure }: TestRun,
  path: string,
): Promise<Report> {
  const options = [
    ...['--config', join(import.meta.dirname, 'vitest.config.ts')],
    ...['--reporter', 'json', '--outputFile', path],
    ...(named === undefined ? [] : ['--testNamePattern', named]),
    // One file after the other: a report of files that are stopped together lacks the failure.
    ...(stopsAtFailure ? ['--bail', '1', '--no-file-parallelism'] : []),
  ];
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...files],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...stories },
    },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  await once(child, 'exit');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`the tests did not run: ${said}`);
  });
  return JSON.parse(text);
}
