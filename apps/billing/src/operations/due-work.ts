import { newId, type Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { decide } from '../domain/decide.ts';
import { byItself, type Stored } from '../domain/public-events.ts';
import { readNow, type SqlNow } from '../store/clock.ts';
import { keepLease, setLease, takeDue } from '../store/due.ts';
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
    const ids = [...(await takeDue(db, sqlNow, TAKEN_MAX))];
    const { length } = ids;
    const lane = async () => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) await work(id);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return length;
  };

  async function work(id: Uuid): Promise<void> {
    try {
      for (let steps = 0; steps < STEPS_MAX; steps += 1) {
        const next = await db.transaction().execute((tx) => tick(tx, id));
        if (next === 'done') break;
        if (next === 'held back') return await setLease(db, id, REST_SECONDS);
        if (next === 'charging') await charge(id);
      }
      await setLease(db, id, 0);
    } catch (error) {
      // Trouble is no attempt: the same charge is made again a little later.
      onError(error);
      await setLease(db, id, REST_SECONDS).catch(() => {}); // It runs out by itself.
    }
  }

  /** Does the next thing that is due. */
  async function tick(
    tx: Transaction<BillingTables>,
    id: Uuid,
  ): Promise<'ticked' | 'charging' | 'done' | 'held back'> {
    // Gates come before the subscription, as everywhere.
    const seen = await findSubscription(tx, id);
    if (!seen) return 'done';
    const isPaused = seen.subscription.status === 'paused';
    if (isPaused && !(await holdPartiesOpen(tx, seen.subscription))) return 'held back';
    const before = await lockSubscription(tx, id);
    if (!before) return 'done';
    // Paused since it was seen: its gates are not held, so this is for the next time.
    if (!isPaused && before.subscription.status === 'paused') return 'done';
    await keepLease(tx, id);
    return tickLocked(tx, before);
  }

  async function tickLocked(tx: Transaction<BillingTables>, before: Stored) {
    const { charging } = before.subscription;
    if (charging) return charging.by === 'due_work' ? 'charging' : 'done';
    const nowMs = await readNow(tx, sqlNow);
    const decision = decide(before.subscription, { type: 'tick', invoiceId: newId() }, nowMs);
    if (!decision.accepted || decision.events.length === 0) return 'done';
    const occasion = { nowMs, cause: byItself };
    const { subscription } = await saveEvents(tx, before, decision.events, occasion);
    return subscription.charging ? 'charging' : 'ticked';
  }

  async function charge(id: Uuid): Promise<void> {
    const known = await collectCharging(db, collect, id, newId());
    if (!known) return;
    await db.transaction().execute(async (tx) => {
      const occasion = { nowMs: await readNow(tx, sqlNow), cause: byItself };
      await recordCharge(tx, id, known, occasion);
    });
  }
}
