import { Worker } from 'node:worker_threads';
import { AppError } from '@florin/contracts';

export interface ThreadLimits {
  /** A task that runs longer is ended together with its thread. */
  readonly deadlineMs: number;
  /** JavaScript heap of the thread. Buffers are outside of it: the size of a task has to bound them. */
  readonly heapMbMax: number;
  /** A thread without a task ends after this time. */
  readonly idleMs: number;
}

/** First message of a thread: loading its modules on a busy machine counts against no task. */
export const READY = 'ready';
const START_MS_MAX = 60_000;

export type ThreadReply = { readonly result: unknown } | { readonly error: unknown };

/** A task took more time or memory than it may. */
export class WorkerLimitError extends Error {
  override readonly name = 'WorkerLimitError';
  readonly limit: 'time' | 'memory';

  constructor(limit: WorkerLimitError['limit'], options?: ErrorOptions) {
    super(`the task was ended by its limit of ${limit}`, options);
    this.limit = limit;
  }
}

/** A worker thread that does one task at a time; it starts with a task and ends when it has none. */
export function makeWorkerThread(script: URL, { deadlineMs, heapMbMax, idleMs }: ThreadLimits) {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: heapMbMax } });
    // A thread that has ended, for whatever reason, is replaced by the next task.
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    // Without a listener, a thread that fails between tasks would end the process.
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

  /** The next message of the thread. One that sends none in time is ended. */
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

  /** The next task may begin once this has settled. */
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
