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
import { appendHistory, insertSubscriptions, updateSubscriptions } from '../store/subscriptions.ts';
import { payByCredit } from './pay-by-credit.ts';
import { saveInvoices } from './save-invoices.ts';

/** What was decided about a subscription; about one that is new when there was none before. */
export interface Decided {
  readonly before: Stored | undefined;
  readonly events: readonly SubscriptionEvent[];
  readonly occasion: Occasion;
}

/**
 * Saves what was decided, all in the caller's transaction: the subscription as it is now, its
 * history, its invoices, and what clients hear of it. Charges that begin are paid from the payer's
 * credit first. The caller has locked the subscription.
 */
export async function saveEvents(
  tx: Transaction<BillingTables>,
  before: Stored | undefined,
  events: readonly SubscriptionEvent[],
  occasion: Occasion,
): Promise<Stored> {
  const [after] = await saveAll(tx, [{ before, events, occasion }]);
  if (!after) throw new Error('nothing was saved');
  return after;
}

/** Likewise of several subscriptions, each of which is here once; in their order. */
export async function saveAll(
  tx: Transaction<BillingTables>,
  decided: readonly Decided[],
): Promise<readonly Stored[]> {
  const paid = await payByCredit(
    tx,
    decided.map(({ before, events }) => ({ before: before?.subscription, events })),
  );
  const lives = decided.map((each, index) => liveOn({ ...each, events: paid[index] ?? [] }));
  const changed = lives.filter(({ steps }) => steps.length > 0);
  await insertSubscriptions(
    tx,
    changed.filter(({ isNew }) => isNew).map(({ after }) => after),
  );
  await updateSubscriptions(
    tx,
    changed.filter(({ isNew }) => !isNew).map(({ after }) => after),
  );
  await appendHistory(
    tx,
    changed.flatMap(({ history }) => history),
  );

  const heard = await saveInvoices(
    tx,
    changed.flatMap(({ steps }) => steps),
  );
  const invoices = Map.groupBy(heard, ({ before }) => before.subscriptionId);
  const events = changed.map(({ after, announced, occasion }) => [
    ...announced,
    ...(invoices.get(after.subscription.id) ?? []).map(({ before, change }) =>
      invoiceEvent(before, change, occasion),
    ),
  ]);
  await addToOutbox(tx, events.flat());
  return lives.map(({ after }) => after);
}

/** What becomes of a subscription by what was decided, and everything that is to be told of it. */
function liveOn({ before, events, occasion }: Decided) {
  const { nowMs, cause } = occasion;
  const steps = stepsOf(before?.subscription, events, nowMs);
  const subscription = steps.at(-1)?.after ?? before?.subscription;
  if (!subscription) throw new Error('nothing was decided about no subscription');
  const from = before ?? { subscription, version: 0, historyLength: 0, updatedAt: nowMs };
  const announced =
    steps.length > 0 ? subscriptionEvents(from, subscription, events, occasion) : [];
  const after: Stored = {
    subscription,
    version: from.version + announced.length,
    historyLength: from.historyLength + events.length,
    updatedAt: announced.length > 0 ? nowMs : from.updatedAt,
  };
  const history = events.map((event, index) => ({
    subscriptionId: subscription.id,
    sequence: from.historyLength + index + 1,
    event,
    cause,
  }));
  return { isNew: !before, steps, after, announced, history, occasion };
}

function stepsOf(
  before: Subscription | undefined,
  events: readonly SubscriptionEvent[],
  nowMs: number,
) {
  let last = before;
  return events.map((event) => {
    const after = applyEvent(last, event);
    last = after;
    return { event, after, nowMs };
  });
}
