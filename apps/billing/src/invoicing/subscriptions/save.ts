import { isDeepStrictEqual } from 'node:util';
import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import type { Occasion } from '../../domain/cause.ts';
import { invoiceEvent } from '../../domain/public-events/invoice.ts';
import { subscriptionEvents } from '../../domain/public-events/subscription.ts';
import { applyEvent } from '../../domain/subscription/apply.ts';
import type { SubscriptionEvent } from '../../domain/subscription/events.ts';
import type { Stored, Subscription } from '../../domain/subscription/model.ts';
import {
  appendHistory,
  insertSubscriptions,
  saveAddOns,
  updateSubscriptions,
} from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { applyTaxes } from '../../tax/sales/tax-charges.ts';
import { applyCredits } from '../credits/save.ts';
import { saveInvoices } from '../invoices/save.ts';

/** Decided events of a subscription; `before` is undefined for a new one. */
export interface Decided {
  readonly before: Stored | undefined;
  readonly events: readonly SubscriptionEvent[];
  readonly occasion: Occasion;
}

/**
 * Saves decided events in the caller's transaction: subscription, history, invoices and public
 * events. New charges are taxed, then paid from credit. The caller has locked the subscription.
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

/** Like {@link saveEvents} for several different subscriptions, in order. */
export async function saveAll(
  tx: Transaction<BillingTables>,
  decided: readonly Decided[],
): Promise<readonly Stored[]> {
  const { taxed, findSale } = await applyTaxes(
    tx,
    decided.map(({ before, events, occasion }) => ({
      before: before?.subscription,
      events,
      nowMs: occasion.nowMs,
    })),
  );
  const paid = await applyCredits(tx, taxed);
  const results = decided.map((each, index) => applyAll({ ...each, events: paid[index] ?? [] }));
  const changed = results.filter(({ steps }) => steps.length > 0);
  await insertSubscriptions(
    tx,
    changed.filter(({ isNew }) => isNew).map(({ after }) => after),
  );
  await updateSubscriptions(
    tx,
    changed.filter(({ isNew }) => !isNew).map(({ after }) => after),
  );
  await saveAddOns(
    tx,
    changed.flatMap(({ before, after }) =>
      haveSameAddOns(before?.subscription, after.subscription) ? [] : [after.subscription],
    ),
  );
  await appendHistory(
    tx,
    changed.flatMap(({ history }) => history),
  );

  const occasions = new Map<Uuid | null, Occasion>(
    changed.map(({ after, occasion }) => [after.subscription.id, occasion]),
  );
  const invoiceChanges = await saveInvoices(
    tx,
    changed.flatMap(({ steps }) => steps),
    findSale,
    (subscriptionId) => occasions.get(subscriptionId)?.cause.requestId ?? null,
  );
  // Grouped by noun, because consecutive events of one noun are sent as one message.
  await addToOutbox(tx, [
    ...changed.flatMap(({ published }) => published),
    ...invoiceChanges.flatMap(({ before, change }) => {
      const occasion = occasions.get(before.subscriptionId);
      return occasion ? [invoiceEvent(before, change, occasion)] : [];
    }),
  ]);
  return results.map(({ after }) => after);
}

function haveSameAddOns(before: Subscription | undefined, after: Subscription): boolean {
  const idsOf = ({ addOns = [] }: Partial<Subscription>) => addOns.map(({ plan }) => plan.id);
  return isDeepStrictEqual(idsOf(before ?? {}), idsOf(after));
}

/** The subscription after the decided events, with its history and public events. */
function applyAll({ before, events, occasion }: Decided) {
  const { nowMs, cause } = occasion;
  const steps = stepsOf(before?.subscription, events, nowMs);
  const subscription = steps.at(-1)?.after ?? before?.subscription;
  if (!subscription) throw new Error('nothing was decided');
  const from = before ?? { subscription, version: 0, historyLength: 0, updatedAt: nowMs };
  const published =
    steps.length > 0 ? subscriptionEvents(from, subscription, events, occasion) : [];
  const after: Stored = {
    subscription,
    version: from.version + published.length,
    historyLength: from.historyLength + events.length,
    updatedAt: published.length > 0 ? nowMs : from.updatedAt,
  };
  const history = events.map((event, index) => ({
    subscriptionId: subscription.id,
    sequence: from.historyLength + index + 1,
    event,
    cause,
  }));
  return { isNew: !before, before, steps, after, published, history, occasion };
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
