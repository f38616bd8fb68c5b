import { AppError, newId, type Reply } from '@florin/contracts';
import {
  type Database,
  type DatabaseConfig,
  openDatabase,
  remedyOf,
  toUnavailable,
} from '@florin/database';
import { currentActor, markAudited } from '@florin/runtime/caller';
import { endSpan, type Span, startSpan, traceParent, withBatchSpan } from '@florin/runtime/tracing';
import type { Meter } from './metrics.ts';
import type { CommandRequest, Verdict } from './model.ts';
import { makeCommandQueue, type QueueLimits } from './queue.ts';
import { makeRandom } from './random.ts';
import { makeRunBatch, type RunBatch, type TracedRequest } from './transaction.ts';

export interface WriterLimits extends QueueLimits {
  /** Batches in flight. */
  readonly lanesMax: number;
}

export interface Writer {
  /**
   * The only way to move money. Resolves after the commit, with the reply of an accepted command
   * or of a refusal that is remembered.
   * @param deadline `performance.now()` after which the command is dropped undecided.
   * @throws AppError for everything that leaves no trace.
   */
  submit(submission: CommandRequest, deadline: number): Promise<Reply>;
  /** Commands that wait for a batch. */
  waiting(): number;
  /** Takes no new commands and finishes those that wait. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly submission: CommandRequest;
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
  const line = makeCommandQueue<Waiting>(limits);
  let lanes = 0;
  let isStopped = false;
  let onIdle = () => {};

  /** What nobody waits for any more is dropped. */
  function isInTime({ deadline, settle }: Waiting): boolean {
    if (deadline > performance.now()) return true;
    meter.shed('deadline');
    settle(deadlinePassed());
    return false;
  }

  async function runLane(): Promise<void> {
    lanes += 1;
    for (let batch = line.take(); batch.length > 0; batch = line.take()) {
      await runAndComplete(runBatch, batch, isInTime);
      line.release(batch.map(({ submission }) => submission.accountId));
    }
    lanes -= 1;
    if (lanes === 0) onIdle();
  }

  return {
    submit(submission, deadline) {
      return new Promise((resolve, reject) => {
        const span = startSpan(`submit ${submission.command.kind}`, {});
        const settle = (verdict: Verdict | Error) => {
          endSpan(span, verdict instanceof Error ? verdict : undefined);
          if (verdict instanceof Error) reject(verdict);
          else resolve(verdict);
        };
        // A batch is written for several of them: by then nobody is the current one.
        const actor = currentActor();
        // Refused, it is told as such; else its events come with it.
        markAudited();
        const cause = actor ? { ...submission.cause, actor } : submission.cause;
        const waiting = { submission: { ...submission, cause }, deadline, span, settle };
        if (isStopped || !line.push(submission.accountId, waiting)) {
          meter.shed('queue_full');
          settle(overloaded());
          return;
        }
        // After this tick, so that commands which arrive together travel together.
        if (lanes < limits.lanesMax)
          queueMicrotask(() => lanes < limits.lanesMax && void runLane());
      });
    },
    waiting: () => line.size,
    async stop() {
      isStopped = true;
      if (lanes > 0 || line.size > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    },
  };
}

/** Runs a batch; one that fails twice is run in halves: one of them may hold a poison. */
async function runAndComplete(
  runBatch: RunBatch,
  taken: readonly Waiting[],
  isInTime: (waiting: Waiting) => boolean,
): Promise<void> {
  const batch = taken.filter(isInTime);
  if (batch.length === 0) return;
  try {
    const verdicts = await withBatchSpan(
      'batch',
      batch.map(({ span }) => span),
      () => runTwice(runBatch, batch.map(toTraced)),
    );
    for (const [index, { settle }] of batch.entries())
      settle(verdicts[index] ?? new Error('a command of the batch has no verdict'));
  } catch (error) {
    if (batch.length === 1 || remedyOf('commands', error) === 'final') {
      for (const { settle } of batch) settle(toError(toUnavailable(error)));
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)])
      await runAndComplete(runBatch, half, isInTime);
  }
}

async function runTwice(runBatch: RunBatch, submissions: readonly TracedRequest[]) {
  try {
    return await runBatch(submissions);
  } catch (error) {
    if (remedyOf('commands', error) === 'final') throw error;
    return runBatch(submissions);
  }
}

function toTraced({ submission, span }: Waiting): TracedRequest {
  return { ...submission, traceParent: span && traceParent(span) };
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

function deadlinePassed(): AppError {
  return new AppError(
    'unavailable',
    'it waited for too long and nothing was done: repeat the request',
  );
}

export const WRITER_LIMITS: WriterLimits = { batchMax: 256, lanesMax: 2, queueMax: 10_000 };

/** One for each lane, and one to ask what became of a transaction whose lane was cut off. */
export const WRITER_CONNECTIONS = 3;

/**
 * All statements of the writer find rows by index, however many there are. So one plan serves
 * each of them for good: planning them anew costs a third of their time, and a plan by the size of
 * the tables may be one of the time when they were empty.
 */
const SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** The writer, with connections of its own: no reader can keep it from them. */
export function openWriter(
  database: Omit<DatabaseConfig, 'poolSizeMax'>,
  limits: WriterLimits,
  meter: Meter,
  onError: (error: Error) => void,
): Writer & Pick<Database<unknown>, 'pool'> {
  const config = { ...database, poolSizeMax: WRITER_CONNECTIONS };
  const { pool, close } = openDatabase(config, onError, { pipeline: true, settings: SETTINGS });
  const sources = { random: makeRandom(), newEventId: newId };
  const writer = createWriter(makeRunBatch(pool, sources, meter), limits, meter);
  return {
    ...writer,
    pool,
    async stop() {
      await writer.stop();
      await close();
    },
  };
}
