import { z } from 'zod';
import { formerNameMeta, withFormerNames } from '../former-names.ts';
import { buyerPartySchema, sellerPartySchema, taxAmountSchema } from './parties.ts';
import { subscriptionResourceStatuses } from './subscription.ts';

export const invoiceResourceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

const instant = z.iso.datetime();

/** One line with everything its amount was computed from. */
export const invoiceLineSchema = z.object({
  /**
   * A whole period; the rest of one at a new price; credit for the rest at the old one; what of
   * that is kept as credit; what credit pays of this invoice; tax that is added to the prices; or
   * something that is sold once.
   */
  type: z.enum([
    'period',
    'proration',
    'unused_time',
    'credit_granted',
    'credit_applied',
    'tax',
    'item',
  ]),
  /** Empty where it is of no plan. */
  plan: z.string(),
  quantity: z.int(),
  unit_amount: z.int(),
  amount: z.int(),
  period_start: instant,
  period_end: instant,
  remaining_seconds: z.int().nullable(),
  /** Of the whole period as it was first invoiced. */
  period_seconds: z.int().nullable(),
  /** What people call the plan, or the tax. */
  description: z.string().nullable().optional(),
  /** Of what is taxed: without its tax, and its tax; null elsewhere. */
  net_amount: z.int().nullable().optional(),
  tax_amount: z.int().nullable().optional(),
});

export const invoiceFormerNames = {
  payment: 'payment_id',
  transaction: 'transaction_id',
} as const;

const schema = z.object({
  id: z.string(),
  object: z.literal('invoice'),
  livemode: z.boolean(),
  /** Without gaps per seller; null on drafts. */
  number: z.int().nullable(),
  /** As documents show the number; null on drafts. */
  document_number: z.string().nullable().optional(),
  /** Who sells. */
  account_id: z.string(),
  customer_id: z.string(),
  /** The customer's own id, whatever `customer_id` calls it; null when an account pays. */
  resolved_customer_id: z.string().nullable().optional(),
  /** Null on a one-off invoice. */
  subscription_id: z.string().nullable(),
  /** Empty there: what it named was never absent. */
  subscription: z.string().meta(formerNameMeta('subscription_id')),
  /** What it bills: `period:<n>`, `change:<id>`, or `manual` where its seller wrote it. */
  cause: z.string(),
  status: z.enum(invoiceResourceStatuses),
  currency: z.string(),
  /** What is bought without its tax, the tax, and both: before credit pays of it. */
  subtotal: z.int().optional(),
  tax: z.int().optional(),
  total: z.int().optional(),
  taxes: z.array(taxAmountSchema).optional(),
  amount_due: z.int(),
  amount_paid: z.int(),
  amount_remaining: z.int(),
  /** What credit notes have taken back of it. */
  amount_credited: z.int().optional(),
  lines: z.array(invoiceLineSchema),
  /** How often a card or a balance was charged for it. */
  attempt_count: z.int(),
  /** How often its customer, who has no card, was to be reminded. */
  reminder_count: z.int().optional(),
  /** Why it is not paid, for people; null where nothing was tried, or it is paid. */
  failure_reason: z.string().nullable().optional(),
  due_at: instant.nullable(),
  /** When its seller has last sent it. */
  sent_at: instant.nullable().optional(),
  /** What its seller says on it. */
  memo: z.string().nullable().optional(),
  /** By what it was paid outside of Florin; null where it was not. */
  outside_reference: z.string().nullable().optional(),
  /** The payment request of an invoice that was sent. */
  payment_id: z.string().nullable(),
  /** What moved the money, where a balance paid. */
  transaction_id: z.string().nullable(),
  created_at: instant,
  finalized_at: instant.nullable(),
  paid_at: instant.nullable(),
  updated_at: instant,
});

/**
 * An invoice as events carry it. Amounts are minor units. The link to its page is left out:
 * whoever has it may pay, so it belongs in no log.
 */
export const invoiceSchema = withFormerNames(schema, invoiceFormerNames);

export const linkedInvoiceFormerNames = { change: 'change_id' } as const;

const linkedSchema = invoiceSchema.extend({
  /** With ids by which they can be explained. */
  lines: z.array(invoiceLineSchema.extend({ id: z.string(), object: z.literal('invoice_line') })),
  /** The change of its subscription that it bills; null when it bills a period. */
  change_id: z.string().nullable(),
  /** As they were when it was made; null where its seller has no profile. */
  seller: sellerPartySchema.nullable(),
  buyer: buyerPartySchema.nullable(),
  /** Null where nobody can pay: `POST /v1/invoices/{id}/payment_link` makes another one. */
  payment_url: z.string().nullable(),
});

/** An invoice as clients see it: with the address where it is paid, and with what explains it. */
export const linkedInvoiceSchema = withFormerNames(linkedSchema, linkedInvoiceFormerNames);

/** An invoice that was voided, with what became of its subscription. */
export const voidedInvoiceSchema = linkedInvoiceSchema.extend({
  /** Null where it has none. */
  subscription_status: z.enum(subscriptionResourceStatuses).nullable(),
});

/** Where a customer can pay an invoice. Whoever has the address may pay. */
export const paymentLinkSchema = z.object({
  object: z.literal('payment_link'),
  livemode: z.boolean(),
  invoice_id: z.string(),
  /** The payment request. */
  payment_id: z.string(),
  payment_url: z.string(),
  /** Null when a ledger of an older version does not say. */
  expires_at: instant.nullable(),
});

/** The page of an invoice without a login. */
export const publicLinkSchema = z.object({
  object: z.literal('public_link'),
  livemode: z.boolean(),
  invoice_id: z.string(),
  /** Whoever knows it may see, pay and download the invoice, until it is revoked. */
  url: z.string(),
  created_at: instant,
});

export type PaymentLinkResource = z.output<typeof paymentLinkSchema>;

export type LinkedInvoiceResource = z.output<typeof linkedInvoiceSchema>;

export const previewFormerNames = { subscription: 'subscription_id' } as const;

const quotedSchema = z.object({
  object: z.literal('preview'),
  livemode: z.boolean(),
  /** Lets the change happen at this price; null for a new subscription. */
  quote_id: z.string().nullable(),
  /** Null for a new one. */
  subscription_id: z.string().nullable(),
  plan: z.string(),
  quantity: z.int(),
  amount_due: z.int(),
  /** Of what is bought, within the amount. */
  tax: z.int(),
  taxes: z.array(taxAmountSchema),
  currency: z.string(),
  /** Of the invoice that there would be; none where nothing would be invoiced. */
  lines: z.array(invoiceLineSchema),
  /** When the plan would count: now, or with the next period. */
  effective_at: instant,
  /** How long the quote holds, by the subscription's clock; null without one. */
  expires_at: instant.nullable(),
});

/** What a change or a new subscription would cost. Amounts are minor units. */
export const previewSchema = withFormerNames(quotedSchema, previewFormerNames);

export type InvoiceLineResource = z.output<typeof invoiceLineSchema>;
export type PreviewResource = z.output<typeof previewSchema>;
export type InvoiceResource = z.output<typeof invoiceSchema>;

/** A draft that was thrown away, as it was. */
export const deletedInvoiceSchema = linkedInvoiceSchema.extend({ deleted: z.literal(true) });
