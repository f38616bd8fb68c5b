import {
  isLive,
  type SubscriptionResource,
  toInstant,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { toJsonAmount } from '@florin/money';

import { noTerms } from '../billing-terms.ts';
import { toNullableText } from '../instants.ts';
import { sentNameOf } from '../plan.ts';
import { itemPriceOf, itemsOf, priceOf, type Terms } from '../price.ts';
import {
  type Dunning,
  endsAtOf,
  nextAttemptOf,
  nextPeriodAt,
  owedPeriodOf,
  type Subscription,
  type SubscriptionStatus,
} from '../subscription/model.ts';
import { mrrOf } from '../subscription/recurring.ts';
import { toPriceId } from './catalogue.ts';

/**
 * A subscription as clients see it.
 * @throws Error while it is still being created and hidden from clients.
 */
export function toSubscriptionResource(
  subscription: Subscription,
  updatedAt: number,
): SubscriptionResource {
  const { plan, quantity, dunning, pendingChange, isCancelScheduled, latestChangeId } =
    subscription;
  const { paymentMethodId: methodId, terms = noTerms } = subscription;
  const resource = {
    id: toPublicId('subscription', subscription.id),
    object: 'subscription' as const,
    livemode: isLive(subscription.sellerId),
    customer_id: subscription.customerReference,
    resolved_customer_id:
      subscription.customerId && toPublicId('customer', subscription.customerId),
    customer_created: subscription.isCustomerNew ?? null,
    account_id: toPublicId('account', subscription.sellerId),
    plan: sentNameOf(plan),
    plan_id: plan.id,
    price_id: toPriceId(subscription.sellerId, plan.id),
    quantity,
    items: toItemResources(subscription.sellerId, subscription),
    amount: toJsonAmount(priceOf(subscription)),
    mrr: toJsonAmount(mrrOf(subscription)),
    currency: plan.currency,
    interval: plan.interval,
    interval_count: plan.intervalCount,
    status: visibleStatus(subscription.status),
    current_period_start: toInstant(subscription.periodStartAt),
    current_period_end: toInstant(subscription.periodEndAt),
    billing_cycle_anchor: toInstant(subscription.anchorAt),
    trial_start: toNullableText(subscription.trialStartAt),
    trial_end: toNullableText(subscription.trialEndAt),
    cancel_at_period_end: isCancelScheduled,
    cancel_at: toNullableText(endsAtOf(subscription)),
    canceled_at: toNullableText(subscription.canceledAt),
    cancellation_reason: subscription.cancellationReason,
    ended_at: toNullableText(subscription.endedAt),
    pause: pauseOf(subscription),
    pending_change: pendingChange && pendingOf(pendingChange, subscription),
    latest_invoice_id:
      subscription.latestInvoiceId === null
        ? null
        : toPublicId('invoice', subscription.latestInvoiceId),
    latest_change_id: latestChangeId === undefined ? null : toPublicId('change', latestChangeId),
    ...toDunningResource(dunning),
    payment_method_id: methodId ? toPublicId('paymentMethod', methodId) : null,
    days_until_due: terms.daysUntilDue,
    collection_method: terms.collectionMethod,
    po_number: terms.poNumber,
    metadata: subscription.metadata as SubscriptionResource['metadata'],
    test_clock_id:
      subscription.testClockId === null ? null : toPublicId('testClock', subscription.testClockId),
    created_at: toInstant(subscription.createdAt),
    updated_at: toInstant(updatedAt),
  };
  return resource;
}

/** Items as clients see them, the plan first. */
export function toItemResources(
  sellerId: Uuid,
  terms: Terms,
): NonNullable<SubscriptionResource['items']> {
  return itemsOf(terms).map((item) => ({
    object: 'subscription_item',
    price_id: toPriceId(sellerId, item.plan.id),
    plan_id: item.plan.id,
    name: item.plan.name,
    quantity: item.quantity,
    amount: toJsonAmount(itemPriceOf(item)),
  }));
}

/** Attempts charge a card or a balance; if there is neither, the customer gets reminders. */
function toDunningResource(dunning: Dunning | null) {
  const next = toNullableText(dunning && nextAttemptOf(dunning));
  const count = dunning?.attempts ?? 0;
  const isCharged = dunning?.charge !== null;
  return {
    next_payment_attempt: isCharged ? next : null,
    attempt_count: isCharged ? count : 0,
    next_reminder: isCharged ? null : next,
    reminder_count: isCharged ? 0 : count,
    past_due_reason: dunning?.reason ?? null,
  };
}

function visibleStatus(status: SubscriptionStatus): SubscriptionResource['status'] {
  if (status === 'incomplete') throw new Error('a subscription that is being created was shown');
  return status;
}

function pauseOf({ pause }: Subscription): SubscriptionResource['pause'] {
  return (
    pause && {
      paused_at: toInstant(pause.pausedAt),
      resumes_at: toNullableText(pause.resumesAt),
      remaining_seconds: pause.remainingSeconds,
    }
  );
}

function pendingOf(
  terms: Terms,
  subscription: Subscription,
): SubscriptionResource['pending_change'] {
  // The owed period's charge may be the charge of the change itself.
  const isOwed = owedPeriodOf(subscription)?.buys.plan.id === terms.plan.id;
  const effectiveAt = isOwed ? subscription.periodEndAt : nextPeriodAt(subscription);
  return {
    plan: sentNameOf(terms.plan),
    plan_id: terms.plan.id,
    price_id: toPriceId(subscription.sellerId, terms.plan.id),
    quantity: terms.quantity,
    items: toItemResources(subscription.sellerId, terms),
    amount: toJsonAmount(priceOf(terms)),
    interval: terms.plan.interval,
    interval_count: terms.plan.intervalCount,
    effective_at: toInstant(effectiveAt),
  };
}
