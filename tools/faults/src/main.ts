/**
 * `npm run faults`: injects faults into Florin. Each row runs on a sound Florin and, as its
 * control, on a broken one that must fail. Exits with 0 only if all rows and controls behaved so.
 */
import { join } from 'node:path';
import { makeProgress, runTool } from '@florin/system-kit';
import { type ControlFile, findControls } from './controls/find-controls.ts';
import { judgeControl } from './controls/judge.ts';
import { runControls } from './controls/run-controls.ts';
import { TEMPLATE_VARIABLE } from './florin/copy-template.ts';
import { makeTemplate } from './florin/make-template.ts';
import { parseArguments, usage } from './parse-arguments.ts';
import { runInProcess } from './processes/run-in-process.ts';
import { toQueues } from './queues.ts';
import { keepResult, readResults } from './report/keep-result.ts';
import type { Row } from './row.ts';
import { rows } from './rows/all.ts';
import type { Ran } from './run-row.ts';
import { selectForChange } from './selection/select.ts';
import { type Report, readReport } from './tests/report.ts';
import { describeVerdict, isPassed, isUndecided } from './verdict.ts';
import { describeProgram } from './versions.ts';

const PROGRESS_EVERY_MS = 5_000;

const root = join(import.meta.dirname, '../../..');

const say = (line: string) => process.stdout.write(`${line}\n`);
await runTool('faults', main);

async function main(signal: AbortSignal): Promise<number> {
  const controls = findControls(root);
  const known = [...rows, ...controls].map(({ id }) => id);
  const { isFull, isForChange, only, seed, jobs, testReport, help } = parseArguments(
    process.argv.slice(2),
    known,
  );
  if (help) {
    process.stdout.write(usage);
    return 0;
  }
  const startedAt = performance.now();
  const program = await describeProgram(root);
  say(`seed ${seed}, ${isFull ? 'full' : 'short'} counts, ${jobs} at a time, ${program}`);
  const progress = makeProgress(process.stderr, PROGRESS_EVERY_MS);
  const chosen = await chooseRows();
  const passed: string[] = [];
  const failed: string[] = [];
  const undecided: Row[] = [];

  async function run(row: Row, isLastTime = false): Promise<void> {
    const skipReason = row.skipReason?.();
    if (skipReason) {
      say(`${row.id} skipped: ${skipReason}`);
      return;
    }
    const { ran, servers } = await runInProcess(
      row,
      { seed, isFull, testReport },
      {
        signal,
        progress: (isControl, done, all) =>
          progress.show(`${row.id}${isControl ? ' control' : ''}`, done, all),
      },
    );
    progress.end();
    say(describeVerdict(ran, seed));
    for (const detail of ran.sound?.details ?? []) say(`     ${detail}`);
    if (isUndecided(ran) && !isLastTime) {
      say(`${row.id} runs once more, alone, after all others`);
      undecided.push(row);
      return;
    }
    keep(ran, servers);
  }

  function keep(ran: Ran, servers?: string): void {
    (isPassed(ran) ? passed : failed).push(ran.row.id);
    const versions = servers === undefined ? program : `${program}, ${servers}`;
    keepResult(root, ran, { seed, isFull, versions });
  }

  async function chooseRows(): Promise<readonly Row[]> {
    if (only.length > 0) return rows.filter(({ id }) => only.includes(id));
    if (isForChange) return selectForChange(root, rows);
    return rows.filter(({ isHeavy }) => isFull || !isHeavy);
  }

  async function showControls(): Promise<void> {
    const some = controls.filter(({ id }) => only.length === 0 || only.includes(id));
    if (some.length === 0) return;
    const report = testReport === undefined ? undefined : await readReport(testReport);
    const all = report
      ? inReport(some, report).map((control) => judgeControl(root, control, report))
      : await runControls(root, some, signal);
    for (const ran of all) {
      say(describeVerdict(ran, seed));
      for (const detail of ran.sound?.details ?? []) say(`     ${detail}`);
      // Only a control that ran has a description to store.
      if (ran.error) failed.push(ran.row.id);
      else keep(ran);
    }
  }

  /** The tests of a change run a part of the controls. */
  function inReport(some: readonly ControlFile[], { testResults }: Report) {
    const files = new Set(testResults.map(({ name }) => name));
    return isForChange ? some.filter(({ path }) => files.has(join(root, path))) : some;
  }

  const needFlorin = chosen.filter(({ florin }) => florin !== undefined);
  const template = needFlorin.length > 1 ? await makeTemplate(signal) : undefined;
  if (template) process.env[TEMPLATE_VARIABLE] = template.dataDir;
  const { timed, queues } = toQueues(chosen, readResults(root), jobs);
  async function work(queue: Iterable<Row>): Promise<void> {
    for (const row of queue) await run(row);
  }
  try {
    await showControls();
    await work(timed);
    await Promise.all(queues.map(work));
    for (const row of undecided) await run(row, true);
  } finally {
    await template?.remove();
  }

  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  const verdict =
    failed.length === 0 ? `all ${passed.length} held` : `failed: ${failed.join(', ')}`;
  say(`${passed.length + failed.length} rows and controls in ${minutes} min: ${verdict}`);
  return failed.length === 0 ? 0 : 1;
}
