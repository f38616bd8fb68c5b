import { z } from 'zod';

export const invoiceResourceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

const instant = z.iso.datetime();

/** One line with everything its amount was computed from. */
const lineSchema = z.object({
  /**
   * A whole period; the rest of one at a new price; credit for the rest at the old one; what of
   * that is kept as credit; what credit pays of this invoice.
   */
  type: z.enum(['period', 'proration', 'unused_time', 'credit_granted', 'credit_applied']),
  plan: z.string(),
  quantity: z.int(),
  unit_amount: z.int(),
  amount: z.int(),
  period_start: instant,
  period_end: instant,
  remaining_seconds: z.int().nullable(),
  /** Of the whole period as it was first invoiced. */
  period_seconds: z.int().nullable(),
});

/**
 * An invoice as events carry it. Amounts are minor units. The link to its page is left out:
 * whoever has it may pay, so it belongs in no log.
 */
export const invoiceSchema = z.object({
  id: z.string(),
  object: z.literal('invoice'),
  /** Without gaps per seller; null on drafts. */
  number: z.int().nullable(),
  /** Who sells. */
  account_id: z.string(),
  customer_id: z.string(),
  subscription: z.string(),
  /** What it bills: `period:<n>` or `change:<id>`. */
  cause: z.string(),
  status: z.enum(invoiceResourceStatuses),
  currency: z.string(),
  amount_due: z.int(),
  amount_paid: z.int(),
  amount_remaining: z.int(),
  lines: z.array(lineSchema),
  attempt_count: z.int(),
  due_at: instant.nullable(),
  /** The payment request of an invoice that was sent. */
  payment: z.string().nullable(),
  /** What moved the money, where a balance paid. */
  transaction: z.string().nullable(),
  created_at: instant,
  finalized_at: instant.nullable(),
  paid_at: instant.nullable(),
  updated_at: instant,
});

/** An invoice as clients see it: with the address of the page where it is paid. */
export const linkedInvoiceSchema = invoiceSchema.extend({ payment_url: z.string().nullable() });

export type InvoiceResource = z.output<typeof invoiceSchema>;
