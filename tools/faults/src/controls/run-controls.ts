import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ran } from '../run-row.ts';
import { readReport } from '../tests/report.ts';
import type { ControlFile } from './find-controls.ts';
import { judgeControl } from './judge.ts';

const PROJECTS = ['unit', 'billing', 'isolated', 'controls'];

/** Runs the tests of the controls, and the controls, in one run of vitest. */
export async function runControls(
  root: string,
  controls: readonly ControlFile[],
  signal: AbortSignal,
): Promise<readonly Ran[]> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-controls-'));
  const path = join(folder, 'report.json');
  try {
    const child = spawn(
      process.execPath,
      [
        ...[join(root, 'node_modules/vitest/vitest.mjs'), 'run'],
        ...PROJECTS.flatMap((project) => ['--project', project]),
        ...['--reporter', 'default', '--reporter', 'json', '--outputFile.json', path],
        ...controls.flatMap((control) => [control.tests, control.path]),
      ],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], signal, killSignal: 'SIGTERM' },
    );
    await once(child, 'exit');
    const report = await readReport(path);
    return controls.map((control) => judgeControl(root, control, report));
  } finally {
    await rm(folder, { recursive: true });
  }
}
