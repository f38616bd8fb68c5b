import { setTimeout as pause } from 'node:timers/promises';
import { AppError, newId, type Reply, waitedTooLong } from '@florin/contracts';
import {
  type Database,
  type DatabaseConfig,
  openDatabase,
  remedyOf,
  toUnavailable,
} from '@florin/database';
import { currentActor, markAudited } from '@florin/runtime/caller';
import { endSpan, type Span, startSpan, traceParent, withBatchSpan } from '@florin/runtime/tracing';
import type { CommandRequest, Verdict } from '../domain/batch/model.ts';
import type { Place } from '../domain/ids.ts';
import type { WriterLimits } from '../writer-limits.ts';
import { type KnownHolds, makeKnownHolds } from './known-holds.ts';
import type { Meter } from './metrics.ts';
import { makeOccupancy } from './occupancy.ts';
import { makeCommandQueue } from './queue.ts';
import { makeRandom } from './random.ts';
import { makeRunBatch, type RunBatch, type TracedRequest } from './transaction.ts';

export interface Writer {
  /**
   * The only way to move money. Resolves after the commit, with the reply of an accepted command or
   * of a stored refusal.
   * @param deadline `performance.now()` after which the command is dropped undecided.
   * @throws AppError for everything that leaves no trace.
   */
  submit(request: CommandRequest, deadline: number): Promise<Reply>;
  /** Number of commands waiting for a batch. */
  waiting(): number;
  /** Total seconds that commands spent here, from arrival to verdict. */
  occupiedSeconds(): number;
  /** Takes no new commands and finishes the waiting ones. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly request: CommandRequest;
  readonly deadline: number;
  /** Span of the command, from arrival to verdict; undefined without tracing. */
  readonly span: Span | undefined;
  readonly complete: (verdict: Verdict | Error) => void;
}

/**
 * Group commit: a batch is what arrived while the previous one was written, so batches grow with
 * load. A second one runs beside it only if it is large or the first hangs, because fewer large
 * batches are cheaper. Callers that were just answered soon send again, so the next batch waits
 * briefly for them. See docs/decisions/0007-batched-ledger-writes.md.
 */
export function createWriter(runBatch: RunBatch, limits: WriterLimits, meter: Meter): Writer {
  const queue = makeCommandQueue<Waiting>(limits);
  const { gather } = limits;
  const occupancy = makeOccupancy(() => performance.now());
  let busySlots = 0;
  let isStarting = false;
  let isStopped = false;
  let onIdle = () => {};

  /** Drops commands whose caller has stopped waiting. */
  function isInTime({ deadline, complete }: Waiting): boolean {
    if (deadline > performance.now()) return true;
    meter.recordRejected('deadline');
    complete(waitedTooLong());
    return false;
  }

  async function runSlot(): Promise<void> {
    busySlots += 1;
    for (let batch = queue.take(); batch.length > 0; batch = queue.take()) {
      const patience = setTimeout(startSlot, limits.patienceMs);
      await runAndComplete(runBatch, batch, isInTime);
      clearTimeout(patience);
      queue.release(batch.map(({ request }) => request.accountId));
      if (batch.length >= gather.from && queue.size < batch.length) await pause(gather.ms);
    }
    busySlots -= 1;
    if (busySlots === 0) onIdle();
  }

  function startSlot(): void {
    isStarting = false;
    if (busySlots < limits.slotsMax && queue.size > 0) void runSlot();
  }

  return {
    submit(request, deadline) {
      return new Promise((resolve, reject) => {
        occupancy.enter();
        const span = startSpan(`submit ${request.command.kind}`, {});
        const complete = (verdict: Verdict | Error) => {
          occupancy.leave();
          endSpan(span, verdict instanceof Error ? verdict : undefined);
          if (verdict instanceof Error) reject(verdict);
          else resolve(verdict);
        };
        // Read here, because a batch serves several callers.
        const actor = currentActor();
        // The caller audits refusals; otherwise the events are the audit.
        markAudited();
        const cause = actor ? { ...request.cause, actor } : request.cause;
        const waiting = { request: { ...request, cause }, deadline, span, complete };
        if (isStopped || !queue.push(request.accountId, waiting)) {
          meter.recordRejected('queue_full');
          complete(overloaded());
          return;
        }
        // Runs after other arrivals, so that concurrent commands share a batch.
        if (isStarting || (busySlots > 0 && queue.size < limits.concurrentBatchMin)) return;
        isStarting = true;
        setImmediate(startSlot);
      });
    },
    waiting: () => queue.size,
    occupiedSeconds: occupancy.seconds,
    async stop() {
      isStopped = true;
      if (busySlots > 0 || queue.size > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    },
  };
}

/** Runs a batch. If it fails twice, runs it in halves to isolate a poison command. */
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
    for (const [index, { complete }] of batch.entries())
      complete(verdicts[index] ?? new Error('a command of the batch has no verdict'));
  } catch (error) {
    if (batch.length === 1 || remedyOf('commands', error) === 'final') {
      for (const { complete } of batch) complete(toError(toUnavailable(error)));
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)])
      await runAndComplete(runBatch, half, isInTime);
  }
}

async function runTwice(runBatch: RunBatch, requests: readonly TracedRequest[]) {
  try {
    return await runBatch(requests);
  } catch (error) {
    if (remedyOf('commands', error) === 'final') throw error;
    return runBatch(requests);
  }
}

function toTraced({ request, span }: Waiting): TracedRequest {
  return { ...request, traceParent: span && traceParent(span) };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function overloaded(): AppError {
  return new AppError('unavailable', 'too many commands are waiting and nothing was done; retry');
}

/** One for each slot, and one to query the outcome of a transaction whose connection was lost. */
export const WRITER_CONNECTIONS = 3;

/**
 * The writer's statements always use indexes, so one generic plan fits for good. Planning each time
 * costs a third of the time, and a plan by table size may date from empty tables.
 */
const WRITER_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // Before Postgres 18, disabled plan types count as so expensive that every statement would be
  // JIT-compiled.
  jit: 'off',
};

/**
 * Settings of a shard, which may be on Citus, where not every statement has a generic plan. Free
 * reads make Postgres choose one wherever it exists.
 */
const SHARD_SETTINGS = {
  ...WRITER_SETTINGS,
  plan_cache_mode: 'auto',
  random_page_cost: '0',
  seq_page_cost: '0',
  'citus.enable_manual_changes_to_shards': 'on',
};

/**
 * Prefers views of the tables on a Citus worker, which need no replanning; falls back to the
 * tables.
 */
const NEAR_FIRST =
  "select set_config('search_path', format('%1$I_near, %1$I', current_schema()), false)";

export interface OpenWriter extends Writer, Pick<Database<unknown>, 'pool'> {
  /** Its own payments that settle soon. */
  readonly holds: KnownHolds;
}

/**
 * The writer, with its own connection pool, so that readers cannot exhaust it.
 * @param place the shard that it writes to, if there are several
 */
export function openWriter(
  database: Omit<DatabaseConfig, 'poolSizeMax'>,
  limits: WriterLimits,
  meter: Meter,
  onError: (error: Error) => void,
  place?: Place,
): OpenWriter {
  const config = { ...database, poolSizeMax: WRITER_CONNECTIONS };
  const options = place
    ? { settings: SHARD_SETTINGS, setUp: NEAR_FIRST }
    : { settings: WRITER_SETTINGS };
  const { pool, close } = openDatabase(config, onError, { pipeline: true, ...options });
  const sources = { random: makeRandom(), newEventId: newId, place };
  const holds = makeKnownHolds(() => performance.now());
  const writer = createWriter(makeRunBatch(pool, sources, holds, meter), limits, meter);
  return {
    ...writer,
    pool,
    holds,
    async stop() {
      await writer.stop();
      await close();
    },
  };
}
