import { AppError, type Reply, refuse, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Transaction } from 'kysely';
import type { CollectDeps } from '../../collection/charges/collect-from-customer.ts';
import { toTestClockResource } from '../../domain/test-clock.ts';
import { busyReply, clockIsAdvancing, retryWhileBusy } from '../../invoicing/subscriptions/busy.ts';
import type { BillingTables } from '../../schema.ts';
import { processDue } from '../due-work/process.ts';
import {
  beginAdvance,
  endAdvance,
  isChargingOnClock,
  listDueByClock,
  lockTestClock,
  moveToNextDue,
} from './queries.ts';

/** State of the saga. Persisted, so its fields must not be renamed. */
export interface Advance {
  readonly clockId: Uuid;
  /** Identifies this advance, even when another process resumes it. */
  readonly advanceId: Uuid;
  readonly targetMs: number;
}

/** Subscriptions in one batch. */
const BATCH_MAX = 64;
/** Shorter than a step's lease, so that a running process keeps it. */
const STEP_MS = 1_000;

/**
 * Advances a test clock from one due instant to the next until its target, and processes the due
 * items at each. Progress is stored in tables, so any process can resume it.
 */
export function advanceSaga(deps: CollectDeps): Saga<Advance, BillingTables> {
  return {
    kind: 'advance_clock',
    first: 'start',
    steps: {
      async start(state) {
        const refusal = await retryWhileBusy(() =>
          deps.db.transaction().execute(async (tx) => (await start(tx, state)) ?? 'started'),
        );
        if (refusal === 'started') return { next: 'run', state };
        return { done: async () => refusal };
      },
      async run(state) {
        const stepEndsAt = performance.now() + STEP_MS;
        do {
          if (!(await doNext(deps, state.clockId))) return { done: (tx) => end(tx, state) };
        } while (performance.now() < stepEndsAt);
        return { next: 'run', state };
      },
    },
  };
}

/** Undefined once the advance has started; otherwise the refusal. */
async function start(
  tx: Transaction<BillingTables>,
  { clockId, ...advance }: Advance,
): Promise<Reply | undefined> {
  const clock = await lockTestClock(tx, clockId);
  if (!clock) throw new Error(`there is no test clock ${clockId}`);
  // Already started by a process that crashed here.
  if (clock.advanceId === advance.advanceId) return undefined;
  if (clock.targetMs !== null) return clockIsAdvancing();
  if (advance.targetMs < clock.nowMs)
    return refuse(
      'invalid_request',
      `frozen_time: a clock moves only forward, and this one shows ${new Date(clock.nowMs).toISOString()}`,
    );
  if (await isChargingOnClock(tx, clockId)) return busyReply();
  await beginAdvance(tx, clockId, advance);
  return undefined;
}

/** Returns whether there was anything left to do. */
async function doNext(deps: CollectDeps, clockId: Uuid): Promise<boolean> {
  const { db } = deps;
  await moveToNextDue(db, clockId);
  const due = await listDueByClock(db, clockId, BATCH_MAX);
  const { failed, heldBack } = await processDue(deps, due);
  for (const error of failed.values()) throw error;
  if (heldBack.length > 0) throw accountIsClosing();
  return due.length > 0;
}

async function end(tx: Transaction<BillingTables>, { clockId, advanceId }: Advance) {
  const clock = await endAdvance(tx, clockId, advanceId);
  return { status: 200, body: toTestClockResource(clock) };
}

function accountIsClosing(): AppError {
  return new AppError(
    'unavailable',
    'an account of a subscription is being closed; the clock continues afterwards',
  );
}
