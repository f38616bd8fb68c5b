import { readFile } from 'node:fs/promises';
import type { ControlResult } from '@florin/system-kit';
import type { Outcome } from '../row.ts';

/** The parts of vitest's JSON report that are read here. Times are milliseconds since the epoch. */
export interface Report {
  readonly testResults: readonly {
    /** Absolute path of the file. */
    readonly name: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
      readonly meta?: { readonly control?: ControlResult };
    }[];
  }[];
}

export function hasResults({ testResults }: Report): boolean {
  return testResults.some(
    ({ assertionResults, message }) =>
      message !== '' ||
      assertionResults.some(({ status }) => status === 'failed' || status === 'passed'),
  );
}

/** @throws Error when a file could not be run, or no test ran. */
export function judge({ testResults }: Pick<Report, 'testResults'>): Outcome {
  // A file without results or message comes after the failure that stopped the run.
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

/** Empty when the run ended before writing a report: its exit code shows the failure. */
export async function readReport(path: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text === '' ? { testResults: [] } : JSON.parse(text);
}
