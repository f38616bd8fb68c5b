import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Replacement } from '@florin/system-kit';
import type { Outcome } from '../row.ts';
import { REPLACEMENT_VARIABLE, STORIES_VARIABLE } from './variables.ts';

const root = join(import.meta.dirname, '../../../..');

export interface TestRun {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  /** Which tests of them, as a pattern of their names; all where there is none. */
  readonly named?: string | undefined;
  readonly replacement?: Replacement | undefined;
  /** Where stories find their system; left out for tests that start what they need. */
  readonly stories?: Readonly<Record<string, string>> | undefined;
  /** The first failure says enough. */
  readonly stopsAtFailure: boolean;
}

/** What of vitest's JSON report is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/**
 * Runs tests of the product in a process of their own.
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
  const text = await readFile(path, 'utf8');
  // The run itself has failed, which its own exit code says.
  if (text === '') return undefined;
  const all: Report = JSON.parse(text);
  const names = new Set(files.map((file) => join(root, file)));
  const testResults = all.testResults.filter(({ name }) => names.has(name));
  return testResults.length === names.size ? judge({ testResults }) : undefined;
}

function hasResults({ testResults }: Report): boolean {
  return testResults.some(
    ({ assertionResults, message }) =>
      message !== '' ||
      assertionResults.some(({ status }) => status === 'failed' || status === 'passed'),
  );
}

/** @throws Error when a file could not be run, or no test ran. */
function judge({ testResults }: Report): Outcome {
  // A file without results and without a message comes after the failure that was enough.
  const unable = testResults.find(
    ({ assertionResults, message }) => assertionResults.length === 0 && message !== '',
  );
  if (unable) throw new Error(`${unable.name} could not be run: ${unable.message}`);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  const passed = tests.filter(({ status }) => status === 'passed');
  if (passed.length + failed.length === 0) throw new Error('no test ran');
  return {
    violations: { 'tests failed': failed.length },
    of: `${passed.length + failed.length} tests`,
    details: failed.map(
      ({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.join(' ').slice(0, 300)}`,
    ),
  };
}

async function report(
  { files, named, replacement, stories, stopsAtFailure }: TestRun,
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
      env: {
        ...process.env,
        ...(replacement && { [REPLACEMENT_VARIABLE]: JSON.stringify(replacement) }),
        ...(stories && { ...stories, [STORIES_VARIABLE]: 'on' }),
      },
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
