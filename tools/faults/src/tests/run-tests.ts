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
  /** Pattern of test names; all tests by default. */
  readonly named?: string | undefined;
  /** Environment that connects the stories to their system. */
  readonly stories: Readonly<Record<string, string>>;
  /** One failure is enough. */
  readonly stopsAtFailure: boolean;
}

/**
 * Runs stories in a separate process.
 * @throws Error when a file could not run, which says nothing about its subject.
 */
export async function runTests(run: TestRun): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-tests-'));
  try {
    const results = await report(run, join(folder, 'report.json'));
    // A run that stops at its first failure may exit before it has written its report.
    if (!run.stopsAtFailure || hasResults(results)) return judge(results);
    return judge(await report({ ...run, stopsAtFailure: false }, join(folder, 'whole.json')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Results of these files in a run of all tests; undefined unless it ran all of them.
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
    // File by file: if files are stopped together, the report lacks the failure.
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
