import { z } from 'zod';
import { withFormerNames } from '../former-names.ts';
import { planIntervals } from './plan.ts';

export const subscriptionResourceStatuses = [
  'trialing',
  'active',
  'past_due',
  'paused',
  'canceled',
  'expired',
] as const;

const instant = z.iso.datetime();

export const subscriptionFormerNames = {
  latest_invoice: 'latest_invoice_id',
  latest_change: 'latest_change_id',
  test_clock: 'test_clock_id',
} as const;

const schema = z.object({
  id: z.string(),
  object: z.literal('subscription'),
  livemode: z.boolean(),
  /** As it was sent when the subscription was created. */
  customer_id: z.string(),
  /** The customer's own id, whatever `customer_id` calls it; null when an account pays. */
  resolved_customer_id: z.string().nullable().optional(),
  /**
   * Whether `customer_id` named nobody yet, so that creating the subscription has made its customer;
   * null where that was not recorded, absent in old events.
   */
  customer_created: z.boolean().nullable().optional(),
  /** Who sells. */
  account_id: z.string(),
  plan: z.string(),
  quantity: z.int(),
  amount: z.int(),
  currency: z.string(),
  interval: z.enum(planIntervals),
  interval_count: z.int(),
  status: z.enum(subscriptionResourceStatuses),
  /** Both the same while nothing was opened yet. */
  current_period_start: instant,
  current_period_end: instant,
  billing_cycle_anchor: instant,
  trial_start: instant.nullable(),
  trial_end: instant.nullable(),
  cancel_at_period_end: z.boolean(),
  cancel_at: instant.nullable(),
  canceled_at: instant.nullable(),
  cancellation_reason: z.enum(['requested', 'payment_failed', 'account_closed']).nullable(),
  ended_at: instant.nullable(),
  pause: z
    .object({
      paused_at: instant,
      resumes_at: instant.nullable(),
      remaining_seconds: z.int(),
    })
    .nullable(),
  /** What the next period will be. */
  pending_change: z
    .object({
      plan: z.string(),
      quantity: z.int(),
      amount: z.int(),
      interval: z.enum(planIntervals),
      interval_count: z.int(),
      effective_at: instant,
    })
    .nullable(),
  latest_invoice_id: z.string().nullable(),
  /** The last change of plan or quantity, made or waiting, to be explained; absent in old events. */
  latest_change_id: z.string().nullable().optional(),
  /** When a card or a balance is charged again; null where there is nothing to charge. */
  next_payment_attempt: instant.nullable(),
  /** How often a card or a balance was charged in vain for what is past due. */
  attempt_count: z.int(),
  /** When the customer who has no card is to be reminded, or at last is given up. */
  next_reminder: instant.nullable().optional(),
  /** How often `invoice.overdue` and `invoice.reminder_due` came for what is past due. */
  reminder_count: z.int().optional(),
  /** Why it is past due, for people; null while it is not. */
  past_due_reason: z.string().nullable().optional(),
  /** What it is charged by, while that is there; null for the customer's default, absent in old events. */
  payment_method_id: z.string().nullable().optional(),
  metadata: z.record(z.string(), z.json()),
  test_clock_id: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
});

/** A subscription as clients see it. The amount is minor units for one period. */
export const subscriptionSchema = withFormerNames(schema, subscriptionFormerNames);

export type SubscriptionResource = z.output<typeof subscriptionSchema>;
