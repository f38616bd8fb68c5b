import { newId, type Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { decide } from '../domain/decide.ts';
import { byItself, type Stored } from '../domain/public-events.ts';
import type { Charging, Subscription } from '../domain/subscription.ts';
import { readClocks, type SqlNow } from '../store/clock.ts';
import type { DueSubscription } from '../store/due.ts';
import { findClosedGates } from '../store/gates.ts';
import type { BillingTables } from '../store/schema.ts';
import { findSubscriptions, lockSubscriptions } from '../store/subscriptions.ts';
import { type Decided, saveAll } from './save-events.ts';

type Tx = Transaction<BillingTables>;

export type InCharge = Subscription & { readonly charging: Charging };

/** What the time has led to. */
export interface Ticked {
  /** To be charged now. */
  readonly charging: readonly InCharge[];
  /** While an account of theirs is being closed. */
  readonly heldBack: readonly Uuid[];
  /** There was nothing to do with them after all. */
  readonly unchanged: readonly Uuid[];
}

/** Does the next thing that is due with each of these, by the time that it lives by. */
export async function tick(
  tx: Tx,
  sqlNow: SqlNow,
  due: readonly DueSubscription[],
): Promise<Ticked> {
  const pausedIds = due.filter(({ isPaused }) => isPaused).map(({ id }) => id);
  const heldBack = await holdPartiesOpen(tx, pausedIds);
  const ids = due.map(({ id }) => id).filter((id) => !heldBack.includes(id));
  const locked = await lockSubscriptions(tx, ids);
  const clockIds = locked.map(({ subscription }) => subscription.testClockId);
  const timesBy = await readClocks(tx, sqlNow, clockIds);
  const decided = locked.map((before): Decided => {
    const { id, status, testClockId } = before.subscription;
    const occasion = { ...timesBy(testClockId), cause: byItself };
    // Paused since it was taken: its gates are not held, so this is for the next time.
    if (status === 'paused' && !pausedIds.includes(id)) return { before, events: [], occasion };
    const command = { type: 'tick', invoiceId: newId() } as const;
    const decision = decide(before.subscription, command, occasion.nowMs);
    return { before, events: decision.accepted ? decision.events : [], occasion };
  });
  const saved = (await saveAll(tx, decided)).map(({ subscription }) => subscription);
  const charging = saved.filter(isInCharge);
  const unchanged = saved.filter(
    (subscription, index) => decided[index]?.events.length === 0 && !isInCharge(subscription),
  );
  return { charging, heldBack, unchanged: unchanged.map(({ id }) => id) };
}

/** Gates come before subscriptions, as everywhere. Returns those for which one is closed. */
async function holdPartiesOpen(tx: Tx, ids: readonly Uuid[]): Promise<readonly Uuid[]> {
  if (ids.length === 0) return [];
  const seen = await findSubscriptions(tx, ids);
  const closed = await findClosedGates(tx, seen.flatMap(partiesOf));
  return seen
    .filter((stored) => partiesOf(stored).some((party) => closed.has(party)))
    .map(({ subscription }) => subscription.id);
}

function partiesOf({ subscription: { sellerId, payerAccountId } }: Stored): readonly Uuid[] {
  return payerAccountId === null ? [sellerId] : [sellerId, payerAccountId];
}

/** Charges that requests have begun are theirs to carry on. */
function isInCharge(subscription: Subscription): subscription is InCharge {
  return subscription.charging?.by === 'due_work';
}
