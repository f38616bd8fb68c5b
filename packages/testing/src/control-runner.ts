import type { Control, ControlResult } from '@florin/system-kit';
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    control?: ControlResult;
  }
}

type TaskResult = NonNullable<RunnerTestCase['result']>;

const MESSAGE_LENGTH_MAX = 200;

/**
 * Runs the tests of a control. The first failing test has detected the defect: it counts as passed,
 * and the rest are skipped. A control without a failing test fails.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads the runner of a project by its default export.
export default class ControlRunner extends TestRunner {
  private control: Control | undefined;
  private isNoticed = false;

  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    const module = await super.importFile(path, source);
    if (source === 'collect') {
      this.control = (module as { control?: Control }).control;
      this.isNoticed = false;
    }
    return module;
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.isNoticed) test.mode = 'skip';
    if (this.control) test.meta.control = this.control;
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    const { result } = test;
    if (this.control && result?.state === 'fail') {
      const message = result.errors?.[0]?.message.split('\n')[0]?.slice(0, MESSAGE_LENGTH_MAX);
      const noticedBy = `${test.fullTestName}: ${message}`;
      test.meta.control = { ...this.control, noticedBy };
      this.isNoticed = true;
      test.result = toPassed(result);
    }
    super.onAfterRunTask(test);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    const { result } = suite;
    // Hooks after that test may fail because of the defect as well.
    if (result && this.isNoticed) suite.result = toPassed(result);
    else if (result && 'filepath' in suite && result.state === 'pass') {
      const message = this.control
        ? `${this.control.id}: no test noticed "${this.control.control}"`
        : 'the file exports no control';
      suite.result = { ...result, state: 'fail', errors: [{ message, name: 'Error' }] };
    }
    await super.onAfterRunSuite(suite);
  }
}

function toPassed({ errors: _noticed, ...result }: TaskResult): TaskResult {
  return { ...result, state: 'pass' };
}
