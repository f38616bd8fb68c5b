import { z } from 'zod';
import {
  choice,
  createdByClock,
  currency,
  idOf,
  idOrNull,
  instant,
  instantOrNull,
  livemode,
  metadata,
  minorUnits,
  objectOf,
  ownId,
  updatedByClock,
} from './members.ts';
import {
  interval,
  intervalCount,
  planIdOptional,
  priceIdOptional,
  sentPlan,
  subscriptionItems,
} from './plan.ts';
import { collectionMethod, daysUntilDue } from './terms.ts';

export const subscriptionResourceStatuses = [
  'trialing',
  'active',
  'past_due',
  'paused',
  'canceled',
  'expired',
] as const;

export const subscriptionStatusMeanings = {
  trialing: 'in the free trial',
  active: 'the period is paid, or its invoice was sent',
  past_due: 'a charge failed or an invoice is overdue; no new period starts',
  paused: 'billing is paused, and the rest of the period is kept',
  canceled: 'ended',
  expired: 'ended without ever being paid',
} as const;

const pauseSchema = z
  .object({
    paused_at: instant('When it was paused (RFC 3339, UTC).'),
    resumes_at: instantOrNull(
      'When it resumes automatically (RFC 3339, UTC); null if it must be resumed by a request.',
    ),
    remaining_seconds: z.int().describe('Remaining seconds of the trial or the paid period.'),
  })
  .meta({ id: 'SubscriptionPause', description: 'The pause of a subscription.' });

const pendingChangeSchema = z
  .object({
    plan: sentPlan,
    plan_id: planIdOptional,
    price_id: priceIdOptional,
    quantity: z.int().describe('Quantity of the plan.'),
    items: subscriptionItems,
    amount: minorUnits('Price of all items for a period'),
    interval,
    interval_count: intervalCount,
    effective_at: instant('When it takes effect (RFC 3339, UTC): with the next period.'),
  })
  .meta({ id: 'PendingChange', description: 'Terms of a subscription from its next period on.' });

const schema = z.object({
  id: ownId('subscription', 'subscription'),
  object: objectOf('subscription'),
  livemode,
  customer_id: z.string().meta({
    description:
      'Payer, as named in the request: a customer (`cus_…`), your own id of one, or an account (`acc_…`).',
  }),
  resolved_customer_id: idOrNull(
    'customer',
    'The customer, regardless of how `customer_id` names them',
    'Null if an account pays; absent in old events.',
  ).optional(),
  customer_created: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      'Whether creating the subscription also created its customer, because `customer_id` was unknown; null if not recorded, absent in old events.',
    ),
  account_id: idOf('account', 'Seller'),
  plan: sentPlan,
  plan_id: planIdOptional,
  price_id: priceIdOptional,
  quantity: z.int().describe('Quantity of the plan.'),
  items: subscriptionItems,
  amount: minorUnits('Price of all items for a period'),
  mrr: minorUnits(
    'Monthly recurring revenue without tax',
    'A month is 1/12 of a year. 0 unless the subscription is active or past due; absent in old events.',
  ).optional(),
  currency,
  interval,
  interval_count: intervalCount,
  status: choice(
    subscriptionResourceStatuses,
    'Status of the subscription',
    subscriptionStatusMeanings,
  ),
  current_period_start: instant(
    'Start of the current period (RFC 3339, UTC); equal to its end before the first period.',
  ),
  current_period_end: instant(
    'End of the current period (RFC 3339, UTC), when the next one starts.',
  ),
  billing_cycle_anchor: instant('Time that periods are counted from (RFC 3339, UTC).'),
  trial_start: instantOrNull('Start of the trial (RFC 3339, UTC); null if there is none.'),
  trial_end: instantOrNull('End of the trial (RFC 3339, UTC); null if there is none.'),
  cancel_at_period_end: z
    .boolean()
    .describe('Whether it ends with the current period instead of renewing.'),
  cancel_at: instantOrNull(
    'When it will end (RFC 3339, UTC); null if no end is scheduled, and while a pause without `resumes_at` delays the end.',
  ),
  canceled_at: instantOrNull(
    'When its end was requested or decided (RFC 3339, UTC); null if it was not.',
  ),
  cancellation_reason: z
    .enum(['requested', 'payment_failed', 'account_closed'])
    .nullable()
    .describe(
      'Reason for the end. `requested`: canceled by a request; `payment_failed`: all charges failed; `account_closed`: the account of the seller or the payer was closed. Null if no end is scheduled.',
    ),
  ended_at: instantOrNull('When it ended (RFC 3339, UTC); null if it has not.'),
  pause: pauseSchema.nullable().describe('The pause; null if it is not paused.'),
  pending_change: pendingChangeSchema
    .nullable()
    .describe('Change that takes effect with the next period; null if none.'),
  latest_invoice_id: idOrNull('invoice', 'The latest invoice', 'Null while there is none.'),
  latest_change_id: idOrNull(
    'change',
    'The latest change of its items, made or scheduled, which `GET /v1/explain/{id}` explains',
    'Null while there was none; absent in old events.',
  ).optional(),
  next_payment_attempt: instantOrNull(
    'Next retry of a past due charge of a card or a balance (RFC 3339, UTC): on the next day of the schedule, or earlier once a card is saved. Null if no retry is scheduled.',
  ),
  attempt_count: z
    .int()
    .describe('Number of failed charges of a card or a balance while past due.'),
  next_reminder: instantOrNull(
    'Next reminder to a customer without a card, or the final deadline (RFC 3339, UTC); null otherwise.',
  ).optional(),
  reminder_count: z
    .int()
    .optional()
    .describe('Number of reminders while past due. Absent in old events.'),
  past_due_reason: z
    .string()
    .nullable()
    .optional()
    .describe('Human-readable reason why it is past due; null if it is not.'),
  payment_method_id: idOrNull(
    'paymentMethod',
    'Payment method that is charged, while it exists',
    "Null for the customer's default; absent in old events.",
  ).optional(),
  days_until_due: daysUntilDue('the subscription', 'that of the customer'),
  collection_method: collectionMethod('the subscription', 'that of the customer'),
  po_number: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'Number of the purchase order of the subscription (BT-13); null for that of the customer. Absent in old events.',
      examples: ['PO-2026-118'],
    }),
  metadata,
  test_clock_id: idOrNull('testClock', 'Test clock of the subscription', 'Null for real time.'),
  created_at: createdByClock,
  updated_at: updatedByClock,
});

export const subscriptionSchema = schema.meta({
  id: 'Subscription',
  description:
    'Recurring prices that a customer or an account pays for. Times follow its test clock, if it has one.',
});

export type SubscriptionResource = z.output<typeof subscriptionSchema>;
