import { AppError } from '@florin/contracts';
import { callerHasLeft } from '../caller/index.ts';
import { type FairQueueLimits, makeFairQueue } from '../fair-queue/index.ts';
import { makeWorkerThread, type ThreadLimits } from './worker-thread.ts';

export interface WorkerQueueOptions extends Omit<FairQueueLimits, 'atOnce'>, ThreadLimits {
  /** A module that calls `serveTasks`. */
  readonly script: URL;
}

export interface WorkerQueue<Task, Result> {
  /**
   * Runs a task on the worker thread when its turn comes; each asker has an equal share of the turns.
   * @throws AppError unavailable when the task cannot start in time or its thread ends
   * @throws WorkerLimitError when the task exceeds its time or memory
   */
  run(task: Task, asker: string): Promise<Result>;
  stop(): Promise<void>;
}

/**
 * Runs tasks of many accounts on one worker thread, one at a time. A task that kills the thread
 * affects no other: waiting tasks run on the next thread.
 */
export function makeWorkerQueue<Task, Result>(
  options: WorkerQueueOptions,
): WorkerQueue<Task, Result> {
  const thread = makeWorkerThread(options.script, options);
  const takeTurns = makeFairQueue({ ...options, atOnce: 1 });
  return {
    async run(task, name) {
      try {
        const work = () => thread.run(task) as Promise<Result>;
        return await takeTurns(work, { name, hasLeft: callerHasLeft() });
      } catch (error) {
        throw toUnavailable(error);
      }
    },
    stop: thread.stop,
  };
}

/** Every operation documents 503, but few their own 429. */
function toUnavailable(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError('unavailable', error.message, { headers: error.headers, cause: error });
}
