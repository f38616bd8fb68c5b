import { AppError, type Reply } from '@florin/contracts';
import { isServerTrouble, toUnavailable } from '@florin/database';
import type { Submission, Verdict } from '../domain/submission.ts';

export interface WriterLimits {
  /** Commands of one database transaction. */
  readonly batchMax: number;
  /** Batches in flight. */
  readonly lanesMax: number;
  /** Commands that may wait. */
  readonly queueMax: number;
}

export const WRITER_LIMITS: WriterLimits = { batchMax: 256, lanesMax: 2, queueMax: 10_000 };

export interface Writer {
  /**
   * The only way to move money. Resolves after the commit, with the reply of an accepted command
   * or of a refusal that is remembered.
   * @param deadline `performance.now()` after which the command is dropped undecided.
   * @throws AppError for everything that leaves no trace.
   */
  submit(submission: Submission, deadline: number): Promise<Reply>;
  /** Takes no new commands and finishes those that wait. */
  stop(): Promise<void>;
}

type RunBatch = (submissions: readonly Submission[]) => Promise<readonly Verdict[]>;

interface Waiting {
  readonly submission: Submission;
  readonly deadline: number;
  readonly settle: (verdict: Verdict | Error) => void;
}

/**
 * Gathers commands into batches without a timer: a free lane takes what waits, so that batches
 * grow by themselves as the load does.
 */
export function createWriter(runBatch: RunBatch, limits: WriterLimits = WRITER_LIMITS): Writer {
  let queue: Waiting[] = [];
  let lanes = 0;
  let isStopped = false;
  let onIdle = () => {};

  function takeBatch(): readonly Waiting[] {
    const now = performance.now();
    const batch: Waiting[] = [];
    let taken = 0;
    for (const waiting of queue) {
      if (batch.length === limits.batchMax) break;
      taken += 1;
      if (waiting.deadline > now) batch.push(waiting);
      else waiting.settle(tooLate());
    }
    queue = queue.slice(taken);
    return batch;
  }

  async function runLane(): Promise<void> {
    lanes += 1;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      await runAndSettle(runBatch, batch);
    }
    lanes -= 1;
    if (lanes === 0) onIdle();
  }

  return {
    submit(submission, deadline) {
      if (isStopped || queue.length >= limits.queueMax) return Promise.reject(overloaded());
      return new Promise((resolve, reject) => {
        queue.push({
          submission,
          deadline,
          settle: (verdict) => (verdict instanceof Error ? reject(verdict) : resolve(verdict)),
        });
        // After this tick, so that commands which arrive together travel together.
        if (lanes < limits.lanesMax)
          queueMicrotask(() => lanes < limits.lanesMax && void runLane());
      });
    },
    async stop() {
      isStopped = true;
      if (lanes > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    },
  };
}

/** Runs a batch; one that fails is tried once more, then command by command: one may be poison. */
async function runAndSettle(runBatch: RunBatch, batch: readonly Waiting[]): Promise<void> {
  const submissions = batch.map(({ submission }) => submission);
  let failure: unknown;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      const verdicts = await runBatch(submissions);
      for (const [index, { settle }] of batch.entries())
        settle(verdicts[index] ?? new Error('a command of the batch has no verdict'));
      return;
    } catch (error) {
      failure = toUnavailable(error);
      // The outcome may be unknown: only the client may repeat it, with the same key.
      if (isServerTrouble(error)) break;
    }
  }
  const isPoisoned = !(failure instanceof AppError) && batch.length > 1;
  for (const waiting of batch) {
    if (isPoisoned) await runAndSettle(runBatch, [waiting]);
    else waiting.settle(failure instanceof Error ? failure : new Error(String(failure)));
  }
}

function overloaded(): AppError {
  return new AppError(
    'unavailable',
    'too much is waiting and nothing was done: repeat the request',
  );
}

function tooLate(): AppError {
  return new AppError(
    'unavailable',
    'it waited for too long and nothing was done: repeat the request',
  );
}
