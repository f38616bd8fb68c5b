import { newId, type Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { readClocks } from '../../clock.ts';
import { bySystem } from '../../domain/cause.ts';
import { decide } from '../../domain/subscription/decide.ts';
import type { Stored } from '../../domain/subscription/model.ts';
import {
  type Charging,
  endedWithAccount,
  type Subscription,
} from '../../domain/subscription/model.ts';
import { type Decided, saveAll } from '../../invoicing/subscriptions/save.ts';
import { findClosedGates, readDunningRules } from '../../records/gates-queries.ts';
import { findSubscriptions, lockSubscriptions } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import type { DueSubscription } from './queries.ts';

type Tx = Transaction<BillingTables>;

export type ChargingSubscription = Subscription & { readonly charging: Charging };

/** Due items, decided and saved. */
interface Ticked {
  /** Subscriptions to charge now. */
  readonly charging: readonly ChargingSubscription[];
  /** Subscriptions with an account that is being closed. */
  readonly heldBack: readonly Uuid[];
  /** Nothing was due. */
  readonly unchanged: readonly Uuid[];
}

/** Decides and saves the next due item of each subscription, by its own clock. */
export async function tick(tx: Tx, due: readonly DueSubscription[]): Promise<Ticked> {
  const gatedIds = due.filter(({ needsGates }) => needsGates).map(({ id }) => id);
  const heldBack = await holdGates(tx, gatedIds);
  const ids = due.map(({ id }) => id).filter((id) => !heldBack.includes(id));
  const locked = await lockSubscriptions(tx, ids);
  const clockIds = locked.map(({ subscription }) => subscription.testClockId);
  const timesBy = await readClocks(tx, clockIds);
  const sellerIds = locked.map(({ subscription }) => subscription.sellerId);
  const dunningRules = await readDunningRules(tx, sellerIds);
  const decided = locked.map((before): Decided => {
    const { id, status, sellerId, testClockId } = before.subscription;
    const occasion = { ...timesBy(testClockId), cause: bySystem };
    // Paused after it was leased: its gates are not held, so the next round takes it.
    if (endedWithAccount.includes(status) && !gatedIds.includes(id))
      return { before, events: [], occasion };
    const command = { type: 'tick', invoiceId: newId() } as const;
    const decision = decide(before.subscription, command, occasion.nowMs, dunningRules(sellerId));
    return { before, events: decision.accepted ? decision.events : [], occasion };
  });
  const saved = (await saveAll(tx, decided)).map(({ subscription }) => subscription);
  const charging = saved.filter(isChargedHere);
  const unchanged = saved.filter(
    (subscription, index) => decided[index]?.events.length === 0 && !isChargedHere(subscription),
  );
  return { charging, heldBack, unchanged: unchanged.map(({ id }) => id) };
}

/** Gates are always locked before subscriptions. Returns subscriptions with a closed gate. */
async function holdGates(tx: Tx, ids: readonly Uuid[]): Promise<readonly Uuid[]> {
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

/** Charges started by requests are resumed by their sagas. */
function isChargedHere(subscription: Subscription): subscription is ChargingSubscription {
  return subscription.charging?.by === 'due_work';
}
