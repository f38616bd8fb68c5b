import { newId } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { decide } from '../domain/decide.ts';
import { dueAtOf } from '../domain/due.ts';
import { byItself, type Stored } from '../domain/public-events.ts';
import { readTimes, type SqlNow } from '../store/clock.ts';
import type { DueSubscription } from '../store/due.ts';
import type { BillingTables } from '../store/schema.ts';
import { findSubscription, lockSubscription } from '../store/subscriptions.ts';
import { collectCharging } from './charge-steps.ts';
import type { Collect } from './collect.ts';
import { recordCharge } from './record-charge.ts';
import { saveEvents } from './save-events.ts';
import { holdPartiesOpen } from './tell-subscription.ts';

/** Of one subscription in a row, for example periods that were missed. */
const STEPS_MAX = 50;

export interface WorkParts {
  readonly db: Kysely<BillingTables>;
  readonly sqlNow: SqlNow;
  readonly collect: Collect;
}

/**
 * Does what is due with a subscription by the time that it lives by, oldest first and bounded, and
 * carries on a charge that was cut off. It is held back while an account of it is being closed.
 */
export function makeWorkOnDue({ db, sqlNow, collect }: WorkParts) {
  return async (
    due: DueSubscription,
    beforeNext: () => Promise<void>,
  ): Promise<'worked' | 'held back'> => {
    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      if (steps > 0) await beforeNext();
      const ticked = await db.transaction().execute((tx) => tick(tx, due));
      if (ticked === 'held back') return ticked;
      if (!ticked || (await settle(ticked)) > ticked.nowMs) break;
    }
    return 'worked';
  };

  /** Does the next thing that is due; undefined when nothing is. */
  async function tick(
    tx: Transaction<BillingTables>,
    { id, isPaused }: DueSubscription,
  ): Promise<Ticked | 'held back' | undefined> {
    // Gates come before the subscription, as everywhere.
    const seen = isPaused ? await findSubscription(tx, id) : undefined;
    if (seen && !(await holdPartiesOpen(tx, seen.subscription))) return 'held back';
    const before = await lockSubscription(tx, id);
    // Paused since it was taken: its gates are not held, so this is for the next time.
    if (!before || (before.subscription.status === 'paused' && !isPaused)) return undefined;
    const { charging, testClockId } = before.subscription;
    const times = await readTimes(tx, sqlNow, testClockId);
    const { nowMs } = times;
    if (charging) return charging.by === 'due_work' ? { stored: before, nowMs } : undefined;
    const decision = decide(before.subscription, { type: 'tick', invoiceId: newId() }, nowMs);
    if (!decision.accepted || decision.events.length === 0) return undefined;
    const occasion = { ...times, cause: byItself };
    return { stored: await saveEvents(tx, before, decision.events, occasion), nowMs };
  }

  /** Carries the charge to its end if there is one; returns when something is due next. */
  async function settle({ stored }: Ticked): Promise<number> {
    const { subscription } = stored;
    const { charging } = subscription;
    if (!charging) return dueAtOf(subscription) ?? Number.POSITIVE_INFINITY;
    const known = await collectCharging(collect, subscription, charging, newId());
    const recorded = await db
      .transaction()
      .execute((tx) => recordCharge(tx, subscription.id, known, { sqlNow, cause: byItself }));
    return dueAtOf(recorded.stored.subscription) ?? Number.POSITIVE_INFINITY;
  }
}

interface Ticked {
  readonly stored: Stored;
  readonly nowMs: number;
}
