import { join } from 'node:path';
import type { Ran } from '../run-row.ts';
import { judge, type Report } from '../tests/report.ts';
import type { ControlFile } from './find-controls.ts';

/** The result of a control and of its tests, from the JSON report of one run of both. Pure. */
export function judgeControl(root: string, { id, path, tests }: ControlFile, report: Report): Ran {
  const testResults = report.testResults.filter(({ name }) => name === join(root, tests));
  const controlFile = report.testResults.find(({ name }) => name === join(root, path));
  const metas = controlFile?.assertionResults.flatMap(({ meta }) => meta?.control ?? []) ?? [];
  const noticedBy = metas.find((meta) => meta.noticedBy)?.noticedBy;
  const { fault = '', holds = '', control = '' } = metas[0] ?? {};
  const row = { id, fault, holds, control, figures: ['tests failed'] };
  const seconds = [...testResults, ...(controlFile ? [controlFile] : [])]
    .map(({ startTime, endTime }) => (endTime - startTime) / 1_000)
    .reduce((sum, each) => sum + each, 0);
  try {
    const sound = judge({ testResults });
    if (metas.length === 0) throw new Error(controlFile?.message || `${path} was not run`);
    const broken = {
      violations: { 'tests failed': noticedBy === undefined ? 0 : 1 },
      of: `${metas.length} tests`,
      details: noticedBy === undefined ? [] : [noticedBy],
    };
    return { row, sound, broken, error: undefined, seconds };
  } catch (error) {
    return { row, sound: undefined, broken: undefined, error: error as Error, seconds };
  }
}
