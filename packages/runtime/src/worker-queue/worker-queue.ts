import { callerHasLeft } from '../caller/index.ts';
import { type FairQueueLimits, makeFairQueue } from '../fair-queue/index.ts';
import { makeWorkerThread, type ThreadLimits } from './worker-thread.ts';

export interface WorkerQueueOptions extends Omit<FairQueueLimits, 'atOnce'>, ThreadLimits {
  /** A module that calls `serveTasks`. */
  readonly script: URL;
}

export interface WorkerQueue<Task, Result> {
  /**
   * Does a task on the worker thread when its turn comes; each asker has an equal share of the turns.
   * @throws AppError rate_limited when the task cannot start in time
   * @throws WorkerLimitError when the task exceeds a limit of the thread
   */
  run(task: Task, asker: string): Promise<Result>;
  stop(): Promise<void>;
}

/**
 * Runs tasks of many accounts on one worker thread, one at a time. A task that ends the thread takes
 * no other task with it: those that wait run on the next thread.
 */
export function makeWorkerQueue<Task, Result>(
  options: WorkerQueueOptions,
): WorkerQueue<Task, Result> {
  const thread = makeWorkerThread(options.script, options);
  const takeTurns = makeFairQueue({ ...options, atOnce: 1 });
  return {
    run: (task, name) =>
      takeTurns(() => thread.run(task) as Promise<Result>, { name, hasLeft: callerHasLeft() }),
    stop: thread.stop,
  };
}
