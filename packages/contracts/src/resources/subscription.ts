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
import { interval, intervalCount, planIdOptional, sentPlan } from './plan.ts';

export const subscriptionResourceStatuses = [
  'trialing',
  'active',
  'past_due',
  'paused',
  'canceled',
  'expired',
] as const;

export const subscriptionStatusMeanings = {
  trialing: 'its trial runs, and costs nothing',
  active: 'its period is paid, or its invoice sent',
  past_due: 'a charge has failed or an invoice is overdue, and no new period begins',
  paused: 'it stands still, and what was left of its period is kept',
  canceled: 'it has ended',
  expired: 'it has ended without ever being paid',
} as const;

const pauseSchema = z
  .object({
    paused_at: instant('When it was paused (RFC 3339, UTC).'),
    resumes_at: instantOrNull(
      'When it goes on by itself (RFC 3339, UTC); null where somebody has to resume it.',
    ),
    remaining_seconds: z
      .int()
      .describe('What was left of the trial or of the paid period, in seconds.'),
  })
  .meta({ id: 'SubscriptionPause', description: 'Since when a subscription stands still.' });

const pendingChangeSchema = z
  .object({
    plan: sentPlan,
    plan_id: planIdOptional,
    quantity: z.int().describe('How many of the plan.'),
    amount: minorUnits('What a period will cost'),
    interval,
    interval_count: intervalCount,
    effective_at: instant('When it counts (RFC 3339, UTC): with the next period.'),
  })
  .meta({ id: 'PendingChange', description: 'What a subscription will be with its next period.' });

const schema = z.object({
  id: ownId('subscription', 'subscription'),
  object: objectOf('subscription'),
  livemode,
  customer_id: z.string().meta({
    description:
      'Who pays, as the request that created it has named them: a customer (`cus_…`), your own name for one, or an account (`acc_…`).',
  }),
  resolved_customer_id: idOrNull(
    'customer',
    'The customer, whatever `customer_id` calls them',
    'Null when an account pays; absent in old events.',
  ).optional(),
  customer_created: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      'Whether creating the subscription has made its customer, since `customer_id` named nobody yet; null where that was not recorded, absent in old events.',
    ),
  account_id: idOf('account', 'Who sells'),
  plan: sentPlan,
  plan_id: planIdOptional,
  quantity: z.int().describe('How many of the plan are paid for.'),
  amount: minorUnits('What a period costs, price of the plan × quantity'),
  mrr: minorUnits(
    'Monthly recurring revenue without tax',
    'A month is 1/12 of a year. 0 unless the subscription is active or past due; absent in old events.',
  ).optional(),
  currency,
  interval,
  interval_count: intervalCount,
  status: choice(subscriptionResourceStatuses, 'Where it stands', subscriptionStatusMeanings),
  current_period_start: instant(
    'Beginning of the period that runs (RFC 3339, UTC); the same as its end while none was opened yet.',
  ),
  current_period_end: instant('End of that period (RFC 3339, UTC), when the next one begins.'),
  billing_cycle_anchor: instant('Instant that periods are counted from (RFC 3339, UTC).'),
  trial_start: instantOrNull('Beginning of the trial (RFC 3339, UTC); null without one.'),
  trial_end: instantOrNull('End of the trial (RFC 3339, UTC); null without one.'),
  cancel_at_period_end: z
    .boolean()
    .describe('Whether it ends with the current period instead of going on.'),
  cancel_at: instantOrNull(
    'When it will end (RFC 3339, UTC); null while it is not to end, and while a pause without `resumes_at` delays the end.',
  ),
  canceled_at: instantOrNull(
    'When it was decided that it ends (RFC 3339, UTC); null while nobody has.',
  ),
  cancellation_reason: z
    .enum(['requested', 'payment_failed', 'account_closed'])
    .nullable()
    .describe(
      'Why it ends or has ended. `requested`: somebody wanted it; `payment_failed`: it was not paid, however often that was tried; `account_closed`: an account of its parties was closed. Null while it does not end.',
    ),
  ended_at: instantOrNull('When it has ended (RFC 3339, UTC); null while it has not.'),
  pause: pauseSchema.nullable().describe('The pause; null while it is not paused.'),
  pending_change: pendingChangeSchema
    .nullable()
    .describe('A change that waits for the next period; null where none does.'),
  latest_invoice_id: idOrNull('invoice', 'Its newest invoice', 'Null while there is none.'),
  latest_change_id: idOrNull(
    'change',
    'Its last change of plan or quantity, made or waiting, which `GET /v1/explain/{id}` explains',
    'Null while there was none; absent in old events.',
  ).optional(),
  next_payment_attempt: instantOrNull(
    'When a card or a balance is charged again for what is past due (RFC 3339, UTC): on the next day of the schedule, or earlier by a card that was saved meanwhile. Null where nothing is to be charged.',
  ),
  attempt_count: z
    .int()
    .describe('How often a card or a balance was charged in vain for what is past due.'),
  next_reminder: instantOrNull(
    'When a customer without a card is to be reminded next, or at last is given up (RFC 3339, UTC); null otherwise.',
  ).optional(),
  reminder_count: z
    .int()
    .optional()
    .describe('How often they were to be reminded of what is past due. Absent in old events.'),
  past_due_reason: z
    .string()
    .nullable()
    .optional()
    .describe('Why it is past due, for people; null while it is not.'),
  payment_method_id: idOrNull(
    'paymentMethod',
    'What it is charged by, while that is there',
    'Null for the default of its customer; absent in old events.',
  ).optional(),
  metadata,
  test_clock_id: idOrNull('testClock', 'Test clock that it lives by', 'Null for the real time.'),
  created_at: createdByClock,
  updated_at: updatedByClock,
});

export const subscriptionSchema = schema.meta({
  id: 'Subscription',
  description:
    'That a customer, or an account, pays for a plan period after period. Its instants are those of its test clock where it has one.',
});

export type SubscriptionResource = z.output<typeof subscriptionSchema>;
