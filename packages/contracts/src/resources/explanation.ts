import { z } from 'zod';
import { withFormerNames } from '../former-names.ts';

const instant = z.iso.datetime();

const termsSchema = z.object({ plan: z.string(), quantity: z.int(), unit_amount: z.int() });

/** How the amount of an invoice's line came about. Amounts are minor units. */
const explainedLineSchema = z.object({
  /** Null where no invoice came of it. */
  id: z.string().nullable(),
  object: z.literal('explained_line'),
  type: z.enum([
    'period',
    'proration',
    'unused_time',
    'credit_granted',
    'credit_applied',
    'tax',
    'item',
  ]),
  /** In the names of `inputs`. */
  formula: z.string(),
  inputs: z.object({
    plan: z.string(),
    quantity: z.int(),
    unit_amount: z.int(),
    period_start: instant,
    period_end: instant,
    /** What remained of the period, and its length as it was first invoiced. */
    remaining_seconds: z.int().nullable(),
    period_seconds: z.int().nullable(),
    /** The sum of the lines before it, where the amount depends on them. */
    other_lines: z.int().nullable(),
    /** The payer's credit when it was used. */
    credit_balance: z.int().nullable(),
    /** Of a line of tax: the prices that it is added to, and its rate in per cent. */
    taxable: z.int().nullable(),
    percentage: z.string().nullable(),
  }),
  /** How what `round` is given becomes an integer: halves go to the even one, or away from zero. */
  rounding: z.enum(['half_even', 'half_up', 'none']),
  /** The amount before rounding, in fractions of integers. */
  exact: z.string(),
  amount: z.int(),
  recomputed_amount: z.int(),
});

export const explanationFormerNames = {
  subscription: 'subscription_id',
  invoice: 'invoice_id',
} as const;

const schema = z.object({
  object: z.literal('explanation'),
  livemode: z.boolean(),
  id: z.string(),
  subject: z.enum(['invoice_line', 'subscription_change']),
  /** Null for a line of a one-off invoice. */
  subscription_id: z.string().nullable(),
  invoice_id: z.string().nullable(),
  /** What was billed: `period:<n>` or `change:<id>`. */
  cause: z.string(),
  /** When it was decided, by the subscription's clock. */
  decided_at: instant,
  /** The request that asked for it; nulls where Florin acted by itself. */
  request: z.object({ id: z.string().nullable(), idempotency_key: z.string().nullable() }),
  currency: z.string(),
  /** As it was charged, and as it comes out now. */
  amount: z.int(),
  recomputed_amount: z.int(),
  /** Null for a line. */
  change: z
    .object({
      direction: z.enum(['up', 'down', 'equal']),
      from: termsSchema,
      to: termsSchema,
      /** The period that was running. */
      period_start: instant,
      period_end: instant,
      /** The instant whose price counts: that of the quote, where there was one. */
      priced_at: instant,
      effective_at: instant,
      outcome: z.enum(['applied', 'scheduled', 'refused', 'pending']),
    })
    .nullable(),
  lines: z.array(explainedLineSchema),
});

/** Why an invoice's line, or a change of a subscription, is what it is. */
export const explanationSchema = withFormerNames(schema, explanationFormerNames);

export type ExplanationResource = z.output<typeof explanationSchema>;
