import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import { applyEvent } from '../domain/apply.ts';
import type { SubscriptionEvent } from '../domain/event.ts';
import {
  invoiceEvent,
  type Occasion,
  type Stored,
  subscriptionEvents,
} from '../domain/public-events.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { BillingTables } from '../store/schema.ts';
import { appendHistory, insertSubscription, updateSubscription } from '../store/subscriptions.ts';
import { payByCredit } from './pay-by-credit.ts';
import { saveInvoices } from './save-invoices.ts';

/**
 * Saves what was decided, all in the caller's transaction: the subscription as it is now, its
 * history, its invoices, and what clients hear of it. Charges that begin are paid from the payer's
 * credit first. The caller has locked the subscription.
 */
export async function saveEvents(
  tx: Transaction<BillingTables>,
  before: Stored | undefined,
  decided: readonly SubscriptionEvent[],
  occasion: Occasion,
): Promise<Stored> {
  const { nowMs, cause } = occasion;
  const events = await payByCredit(tx, before?.subscription, decided);
  const states = statesOf(before?.subscription, events);
  const subscription = states.at(-1) ?? before?.subscription;
  if (!subscription) throw new Error('nothing was decided about no subscription');
  const from = before ?? { subscription, version: 0, historyLength: 0, updatedAt: nowMs };
  if (events.length === 0) return from;

  const announced = subscriptionEvents(from, subscription, events, occasion);
  const after: Stored = {
    subscription,
    version: from.version + announced.length,
    historyLength: from.historyLength + events.length,
    updatedAt: announced.length > 0 ? nowMs : from.updatedAt,
  };
  if (before) await updateSubscription(tx, after);
  else await insertSubscription(tx, after);
  await appendHistory(tx, subscription.id, from.historyLength, events, cause);

  const changes = await saveInvoices(tx, zip(events, states), nowMs);
  await addToOutbox(tx, [
    ...announced,
    ...changes.map(({ before, change }) => invoiceEvent(before, change, occasion)),
  ]);
  return after;
}

/** The states after each event. */
function statesOf(
  before: Subscription | undefined,
  events: readonly SubscriptionEvent[],
): readonly Subscription[] {
  const states: Subscription[] = [];
  for (const event of events) states.push(applyEvent(states.at(-1) ?? before, event));
  return states;
}

function zip(events: readonly SubscriptionEvent[], states: readonly Subscription[]) {
  return events.flatMap((event, index) => {
    const after = states[index];
    return after ? [{ event, after }] : [];
  });
}
