import { AppError, type Reply } from '@florin/contracts';
import { isServerTrouble, toUnavailable } from '@florin/database';
import { endSpan, type Span, startSpan, traceParent, withBatchSpan } from '@florin/tracing';
import type { Submission, Verdict } from '../domain/submission.ts';
import type { Meter } from './meter.ts';
import type { RunBatch, TracedSubmission } from './run-batch.ts';

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
  /** Commands that wait for a batch. */
  waiting(): number;
  /** Takes no new commands and finishes those that wait. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly submission: Submission;
  readonly deadline: number;
  /** Of the command, from its arrival to its verdict; undefined where nobody traces it. */
  readonly span: Span | undefined;
  readonly settle: (verdict: Verdict | Error) => void;
}

/**
 * Gathers commands into batches without a timer: a free lane takes what waits, so that batches
 * grow by themselves as the load does.
 */
export function createWriter(runBatch: RunBatch, limits: WriterLimits, meter: Meter): Writer {
  let queue: Waiting[] = [];
  let lanes = 0;
  let isStopped = false;
  let onIdle = () => {};

  function drop(waiting: Waiting): void {
    meter.shed('deadline');
    waiting.settle(tooLate());
  }

  function takeBatch(): readonly Waiting[] {
    const batch: Waiting[] = [];
    let taken = 0;
    for (const waiting of queue) {
      if (batch.length === limits.batchMax) break;
      taken += 1;
      if (isLate(waiting)) drop(waiting);
      else batch.push(waiting);
    }
    queue = queue.slice(taken);
    return batch;
  }

  async function runLane(): Promise<void> {
    lanes += 1;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      await runAndSettle(runBatch, batch, drop);
    }
    lanes -= 1;
    if (lanes === 0) onIdle();
  }

  return {
    submit(submission, deadline) {
      if (isStopped || queue.length >= limits.queueMax) {
        meter.shed('queue_full');
        return Promise.reject(overloaded());
      }
      const span = startSpan(`submit ${submission.command.kind}`, {});
      return new Promise((resolve, reject) => {
        queue.push({
          submission,
          deadline,
          span,
          settle(verdict) {
            endSpan(span, verdict instanceof Error ? verdict : undefined);
            if (verdict instanceof Error) reject(verdict);
            else resolve(verdict);
          },
        });
        // After this tick, so that commands which arrive together travel together.
        if (lanes < limits.lanesMax)
          queueMicrotask(() => lanes < limits.lanesMax && void runLane());
      });
    },
    waiting: () => queue.length,
    async stop() {
      isStopped = true;
      if (lanes > 0 || queue.length > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    },
  };
}

/** Runs a batch; one that fails twice is run command by command: one of them may be poison. */
async function runAndSettle(
  runBatch: RunBatch,
  batch: readonly Waiting[],
  drop: (waiting: Waiting) => void,
): Promise<void> {
  try {
    const verdicts = await withBatchSpan(
      'batch',
      batch.map(({ span }) => span),
      () => runTwice(runBatch, batch.map(toTraced)),
    );
    for (const [index, { settle }] of batch.entries())
      settle(verdicts[index] ?? new Error('a command of the batch has no verdict'));
  } catch (error) {
    if (batch.length === 1 || isFinal(error)) {
      for (const { settle } of batch) settle(toError(toUnavailable(error)));
      return;
    }
    for (const waiting of batch) {
      if (isLate(waiting)) drop(waiting);
      else await runAndSettle(runBatch, [waiting], drop);
    }
  }
}

async function runTwice(runBatch: RunBatch, submissions: readonly TracedSubmission[]) {
  try {
    return await runBatch(submissions);
  } catch (error) {
    if (isFinal(error)) throw error;
    return runBatch(submissions);
  }
}

/** The server's trouble is no command's fault; only the client may repeat what has no outcome. */
function isFinal(error: unknown): boolean {
  return error instanceof AppError || isServerTrouble(error);
}

function toTraced({ submission, span }: Waiting): TracedSubmission {
  return { ...submission, traceParent: span && traceParent(span) };
}

function isLate({ deadline }: Waiting): boolean {
  return deadline <= performance.now();
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
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
