import { AppError, type Reply, refuse, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Transaction } from 'kysely';
import { toTestClockResource } from '../domain/test-clock.ts';
import type { BillingTables } from '../store/schema.ts';
import {
  beginAdvance,
  endAdvance,
  isChargingOnClock,
  listDueByClock,
  lockTestClock,
  moveToNextDue,
} from '../store/test-clocks.ts';
import { busyReply, clockMoves, untilFree } from './busy.ts';
import { makeWorkOnDue, type WorkParts } from './work-on-due.ts';

/** All that advancing a clock needs to know, at any step and in any process. */
export interface Advance {
  readonly clockId: Uuid;
  /** Tells this advance from others, also when another process carries it on. */
  readonly advanceId: Uuid;
  readonly targetMs: number;
}

/** Subscriptions that are known of at a time. */
const TAKEN_MAX = 64;
/** Shorter than the lease of a step: whoever still works keeps the work. */
const STRETCH_MS = 1_000;

/**
 * Advances a test clock from one instant at which something is due to the next, and does what is
 * due there, until it shows the time that was asked for. It stands in the tables how far it came,
 * so that any process carries on what another has left.
 */
export function advanceSaga(parts: WorkParts): Saga<Advance, BillingTables> {
  const { db } = parts;
  const workOnDue = makeWorkOnDue(parts);
  return {
    kind: 'advance_clock',
    first: 'start',
    steps: {
      async start(state) {
        const refusal = await untilFree(() =>
          db.transaction().execute(async (tx) => (await start(tx, state)) ?? 'started'),
        );
        if (refusal === 'started') return { next: 'run', state };
        return { done: async () => refusal };
      },
      async run(state) {
        const stretchEndsAt = performance.now() + STRETCH_MS;
        do {
          if (!(await doNext(state.clockId))) return { done: (tx) => end(tx, state) };
        } while (performance.now() < stretchEndsAt);
        return { next: 'run', state };
      },
    },
  };

  /** Nothing when the clock is on its way, else why it is not. */
  async function start(
    tx: Transaction<BillingTables>,
    { clockId, ...advance }: Advance,
  ): Promise<Reply | undefined> {
    const clock = await lockTestClock(tx, clockId);
    if (!clock) throw new Error(`there is no test clock ${clockId}`);
    // Begun already, by a process that was cut off here.
    if (clock.advanceId === advance.advanceId) return undefined;
    if (clock.targetMs !== null) return clockMoves();
    if (advance.targetMs < clock.nowMs)
      return refuse(
        'invalid_request',
        `frozen_time: a clock goes forward only, and this one shows ${new Date(clock.nowMs).toISOString()}`,
      );
    if (await isChargingOnClock(tx, clockId)) return busyReply();
    await beginAdvance(tx, clockId, advance);
    return undefined;
  }

  /** Whether there was anything left to do. */
  async function doNext(clockId: Uuid): Promise<boolean> {
    await moveToNextDue(db, clockId);
    const due = await listDueByClock(db, clockId, TAKEN_MAX);
    const left = await workOnDue(due);
    for (const error of left.troubled.values()) throw error;
    if (left.heldBack.length > 0) throw heldBack();
    return due.length > 0;
  }

  async function end(tx: Transaction<BillingTables>, { clockId, advanceId }: Advance) {
    const clock = await endAdvance(tx, clockId, advanceId);
    return { status: 200, body: toTestClockResource(clock) };
  }
}

function heldBack(): AppError {
  return new AppError(
    'unavailable',
    'an account of a subscription is being closed: the clock goes on when that is done',
  );
}
