import { Worker } from 'node:worker_threads';
import { AppError } from '@florin/contracts';

export interface ThreadLimits {
  /** A task that runs longer is killed with its thread. */
  readonly deadlineMs: number;
  /** Heap limit of the thread. Buffers are outside the heap, so the task size must bound them. */
  readonly heapMbMax: number;
  /** An idle thread exits after this time. */
  readonly idleMs: number;
}

/** A thread's first message. The time to load its modules counts against no task. */
export const READY = 'ready';
const START_MS_MAX = 60_000;

export type ThreadReply = { readonly result: unknown } | { readonly error: unknown };

/** A task exceeded its time or memory limit. */
export class WorkerLimitError extends Error {
  override readonly name = 'WorkerLimitError';
  readonly limit: 'time' | 'memory';

  constructor(limit: WorkerLimitError['limit'], options?: ErrorOptions) {
    super(`the task was ended by its limit of ${limit}`, options);
    this.limit = limit;
  }
}

/** A worker thread that runs one task at a time. It starts with a task and exits when idle. */
export function makeWorkerThread(script: URL, { deadlineMs, heapMbMax, idleMs }: ThreadLimits) {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: heapMbMax } });
    // A thread that exits for any reason is replaced at the next task.
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    // Without a listener, a failure between tasks would crash the process.
    started.on('error', () => {});
    return started;
  }

  async function startReady(): Promise<Worker> {
    const started = start();
    worker = started;
    await receive(started, START_MS_MAX, unavailable);
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  /** The thread's next message. A thread that sends none in time is killed. */
  async function receive(
    from: Worker,
    withinMs: number,
    toLateError: () => Error,
  ): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onError = (error: unknown) =>
      reject(isOutOfMemory(error) ? new WorkerLimitError('memory', { cause: error }) : error);
    const onExit = () => reject(unavailable());
    from.once('message', resolve).once('error', onError).once('exit', onExit);
    const timer = setTimeout(() => {
      reject(toLateError());
      if (worker === from) void stop();
    }, withinMs);
    return promise.finally(() => {
      clearTimeout(timer);
      from.off('message', resolve).off('error', onError).off('exit', onExit);
    });
  }

  /** The next task may start once this has settled. */
  async function run(task: unknown): Promise<unknown> {
    clearTimeout(idle);
    try {
      const used = worker ?? (await startReady());
      used.postMessage(task);
      const reply = (await receive(used, deadlineMs, tooSlow)) as ThreadReply;
      if ('error' in reply) throw reply.error;
      return reply.result;
    } finally {
      idle = setTimeout(() => void stop(), idleMs).unref();
    }
  }

  return { run, stop };
}

const tooSlow = () => new WorkerLimitError('time');
const unavailable = () =>
  new AppError('unavailable', 'a worker thread ended or did not start: retry in a moment');

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
