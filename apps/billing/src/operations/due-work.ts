import { newId } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { decide } from '../domain/decide.ts';
import { dueAtOf } from '../domain/due.ts';
import { byItself, type Stored } from '../domain/public-events.ts';
import { readNow, type SqlNow } from '../store/clock.ts';
import { type DueSubscription, keepLease, setLease, takeDue } from '../store/due.ts';
import type { BillingTables } from '../store/schema.ts';
import { findSubscription, lockSubscription } from '../store/subscriptions.ts';
import { collectCharging } from './charge-steps.ts';
import type { Collect } from './collect.ts';
import { recordCharge } from './record-charge.ts';
import { saveEvents } from './save-events.ts';
import { holdPartiesOpen } from './tell-subscription.ts';

const TAKEN_MAX = 64;
/** Worked on at the same time: leaves connections to the requests. */
const LANES = 4;
/** Of one subscription in a row, for example periods that were missed. */
const STEPS_MAX = 50;
const REST_SECONDS = 5;

export interface DueWorkParts {
  readonly db: Kysely<BillingTables>;
  readonly sqlNow: SqlNow;
  readonly collect: Collect;
  readonly onError: (error: unknown) => void;
}

/**
 * Does what has become due: ends of periods and trials, retries, resumptions, overdue invoices,
 * and charges that were cut off. Returns with how many subscriptions it worked.
 */
export function makeDueWork({ db, sqlNow, collect, onError }: DueWorkParts) {
  return async (): Promise<number> => {
    const due = [...(await takeDue(db, sqlNow, TAKEN_MAX))];
    const { length } = due;
    const lane = async () => {
      for (let next = due.shift(); next; next = due.shift()) await work(next);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return length;
  };

  async function work(due: DueSubscription): Promise<void> {
    const { id } = due;
    try {
      for (let steps = 0; steps < STEPS_MAX; steps += 1) {
        if (steps > 0) await keepLease(db, id);
        const ticked = await db.transaction().execute((tx) => tick(tx, due));
        if (ticked === 'held back') return await setLease(db, id, REST_SECONDS);
        if (!ticked || (await settle(ticked)) > ticked.nowMs) break;
      }
      await setLease(db, id, 0);
    } catch (error) {
      // Trouble is no attempt: the same charge is made again a little later.
      onError(error);
      await setLease(db, id, REST_SECONDS).catch(() => {}); // It runs out by itself.
    }
  }

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
    const nowMs = await readNow(tx, sqlNow);
    const { charging } = before.subscription;
    if (charging) return charging.by === 'due_work' ? { stored: before, nowMs } : undefined;
    const decision = decide(before.subscription, { type: 'tick', invoiceId: newId() }, nowMs);
    if (!decision.accepted || decision.events.length === 0) return undefined;
    const occasion = { nowMs, cause: byItself };
    return { stored: await saveEvents(tx, before, decision.events, occasion), nowMs };
  }

  /** Carries the charge to its end if there is one; returns when something is due next. */
  async function settle({ stored }: Ticked): Promise<number> {
    const { subscription } = stored;
    const { charging } = subscription;
    if (!charging) return dueAtOf(subscription) ?? Number.POSITIVE_INFINITY;
    const known = await collectCharging(collect, subscription, charging, newId());
    const recorded = await db.transaction().execute(async (tx) => {
      const occasion = { nowMs: await readNow(tx, sqlNow), cause: byItself };
      return recordCharge(tx, subscription.id, known, occasion);
    });
    return dueAtOf(recorded.stored.subscription) ?? Number.POSITIVE_INFINITY;
  }
}

interface Ticked {
  readonly stored: Stored;
  readonly nowMs: number;
}
