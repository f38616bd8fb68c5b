import { z } from 'zod';
import { discountSchema } from './coupon.ts';
import { explainableLineSchema, invoiceLineSchema } from './invoice-line.ts';
import {
  choice,
  choiceText,
  createdByClock,
  currency,
  idOf,
  idOrNull,
  instant,
  instantOrNull,
  livemode,
  minorUnits,
  objectOf,
  ownId,
  updatedByClock,
} from './members.ts';
import { buyerPartySchema, sellerPartySchema, taxAmountSchema } from './parties.ts';
import { subscriptionResourceStatuses, subscriptionStatusMeanings } from './subscription.ts';
import { collectionMethods } from './terms.ts';

export const invoiceResourceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

const statusMeanings = {
  draft: 'not finalized and not owed',
  open: 'owed',
  paid: 'paid',
  void: 'no longer owed',
  uncollectible: 'written off; it can still be paid',
} as const;

/** Places of money that an invoice received. */
export const paymentPlaces = ['processor', 'balance', 'outside'] as const;

const paymentSchema = z
  .object({
    object: objectOf('invoice_payment'),
    amount: minorUnits('Amount received', 'With the surplus that became credit.'),
    place: choice(paymentPlaces, 'Where the money is', {
      processor: 'with a payment processor',
      balance: 'in a balance of Florin',
      outside: 'outside of Florin, as recorded by the seller',
    }),
    reference: z
      .string()
      .nullable()
      .describe('Reference of the seller for a payment outside of Florin; null for others.'),
    payment_id: idOrNull('paymentRequest', 'Payment request that was paid', 'Null without one.'),
    transaction_id: idOrNull(
      'transaction',
      'Transaction of a balance or a saved card',
      'Null without one.',
    ),
    paid_at: instant(
      'When it was received or recorded (RFC 3339, UTC), by the test clock of the subscription if it has one.',
    ),
  })
  .meta({ id: 'InvoicePayment', description: 'A payment of an invoice.' });

const schema = z.object({
  id: ownId('invoice', 'invoice'),
  object: objectOf('invoice'),
  livemode,
  number: z
    .int()
    .nullable()
    .describe('Sequential number, without gaps per seller; null on drafts.'),
  document_number: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'Number on documents, in the format of the seller profile; null on drafts. Absent in old events.',
      examples: ['INV-2026-00042'],
    }),
  account_id: idOf('account', 'Seller'),
  customer_id: z.string().meta({
    description:
      'Buyer, as named in the request: a customer (`cus_…`), your own id of one, or an account (`acc_…`).',
  }),
  resolved_customer_id: idOrNull(
    'customer',
    'The customer, regardless of how `customer_id` names them',
    'Null if an account pays; absent in old events.',
  ).optional(),
  subscription_id: idOrNull(
    'subscription',
    'Subscription of the invoice',
    'Null on a one-off invoice.',
  ),
  /** Empty on a one-off invoice: what it named was never absent. */
  cause: z.string().meta({
    description:
      'Purpose of the invoice: `period:<n>` or `change:<id>` of the subscription, or `manual` for a one-off invoice.',
    examples: ['period:3'],
  }),
  status: choice(invoiceResourceStatuses, 'Status of the invoice', statusMeanings),
  currency,
  subtotal: minorUnits(
    'Amount of the purchase, without tax and before credit is applied',
    'Absent in old events.',
  ).optional(),
  tax: minorUnits('Tax of all lines', 'Absent in old events.').optional(),
  total: minorUnits('Total with tax', 'Absent in old events.').optional(),
  taxes: z.array(taxAmountSchema).optional().describe('Tax by rate. Absent in old events.'),
  amount_due: minorUnits('Amount due at issue: the sum of the lines'),
  amount_paid: minorUnits(
    'Amount paid',
    'Not reduced by refunds and disputes: see `amount_refunded` and `amount_disputed`.',
  ),
  amount_overpaid: minorUnits(
    'Amount received beyond what was due, which became credit of the customer',
    'Not part of `amount_paid`. Absent in old events.',
  ).optional(),
  amount_remaining: minorUnits('Amount still owed', '0 unless it is a draft or open.'),
  amount_credited: minorUnits(
    'Amount credited by credit notes',
    'Absent in old events.',
  ).optional(),
  amount_refunded: minorUnits(
    'Amount refunded, including pending refunds',
    'Refunds of credit notes count in `amount_credited`. Absent in old events.',
  ).optional(),
  amount_disputed: minorUnits(
    'Amount taken by disputes: withheld by the bank, or lost',
    'Absent in old events.',
  ).optional(),
  amount_written_off: minorUnits(
    'Amount written off: the open amount of an uncollectible invoice',
    'Absent in old events.',
  ).optional(),
  lines: z
    .array(invoiceLineSchema)
    .describe('Lines of the invoice, in order. The amounts sum to `amount_due`.'),
  discounts: z
    .array(discountSchema)
    .optional()
    .describe('Discounts of the invoice, in order. Absent in old events.'),
  attempt_count: z.int().describe('Number of failed charges of a card or a balance.'),
  reminder_count: z
    .int()
    .optional()
    .describe('Number of reminders to a customer without a card. Absent in old events.'),
  failure_reason: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Human-readable reason why it is not paid; null if no charge was attempted, or it is paid.',
    ),
  decline_code: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        "Decline code of the last card charge, in Stripe's names; null if no card was declined, or the invoice is paid. Absent in old events. Do not show `lost_card` and `stolen_card` to the customer.",
      examples: ['insufficient_funds'],
    }),
  due_at: instantOrNull(
    'Due date (RFC 3339, UTC); null if it is charged at once, while its subscription is paused, and once it is no longer owed.',
  ),
  sent_at: instantOrNull(
    'When the seller last sent it (RFC 3339, UTC); null if never. Absent in old events.',
  ).optional(),
  collection_method: z
    .enum(collectionMethods)
    .nullable()
    .optional()
    .describe(
      "How a one-off invoice is collected: `charge_automatically` charges the customer's default payment method when the invoice is finalized; `send_invoice` lets the customer pay on a page. Null on subscription invoices. Absent in old events.",
    ),
  memo: z.string().nullable().optional().describe('Note on the document; null if none.'),
  po_number: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'Number of the purchase order of the invoice or its subscription (BT-13); null for that of the customer. Absent in old events.',
      examples: ['PO-2026-118'],
    }),
  outside_reference: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Reference of the payment outside of Florin that completed it; null if there was none.',
    ),
  payments: z
    .array(paymentSchema)
    .optional()
    .describe('Payments received, oldest first. Absent in old events.'),
  payment_id: idOrNull(
    'paymentRequest',
    'Payment request for paying it on a page',
    'Null where there is none.',
  ),
  transaction_id: idOrNull(
    'transaction',
    'Transaction of a balance or a saved card that paid it',
    'Null until it is paid, and where it was paid at a page, by credit alone or outside of Florin.',
  ),
  created_at: createdByClock,
  finalized_at: instantOrNull(
    'When it was finalized (RFC 3339, UTC), by the same clock; null on drafts.',
  ),
  paid_at: instantOrNull('When it was paid (RFC 3339, UTC), by the same clock; null until then.'),
  updated_at: updatedByClock,
});

export const invoiceSchema = schema.meta({
  id: 'InvoiceSnapshot',
  description:
    'An invoice as in events: without the URL of its page, because anyone with the URL can pay.',
});

export const eInvoiceOmissions = {
  no_seller_address: 'the seller profile had no address',
  no_seller_vat_id: 'the seller profile had no VAT ID',
  no_buyer_address:
    'the customer had no address, so the buyer country, which the standard requires, is unknown',
  untaxed_line: 'a line has no tax, not even 0 %, for example because the seller charges no tax',
  several_taxes: 'a line has several taxes',
  mixed_outside_scope:
    'lines outside the scope of VAT are mixed with others, such as services and goods for a buyer outside the EU; invoice them separately',
  currency_decimals: 'the currency has more than two decimals',
} as const;
export type EInvoiceOmission = keyof typeof eInvoiceOmissions;
const eInvoiceOmissionNames = Object.keys(eInvoiceOmissions) as readonly EInvoiceOmission[];

const linkedSchema = schema.extend({
  lines: z
    .array(explainableLineSchema)
    .describe('Lines of the invoice, in order. The amounts sum to `amount_due`.'),
  change_id: idOrNull(
    'change',
    'Subscription change that the invoice bills',
    'Null where it bills none.',
  ),
  seller: sellerPartySchema
    .nullable()
    .describe('The seller when the invoice was created; null for a seller without a profile.'),
  e_invoice_omission_reason: z
    .enum(eInvoiceOmissionNames)
    .nullable()
    .describe(
      `${choiceText('Reason why the PDF has no e-invoice (EN 16931)', eInvoiceOmissions)} Null if it has one, and on a draft that will.`,
    ),
  buyer: buyerPartySchema
    .nullable()
    .describe('The buyer when the invoice was issued; null if nothing is known.'),
  payment_url: z
    .string()
    .nullable()
    .describe(
      'URL of the payment page: anyone with the URL can pay. Null if there is none; `POST /v1/invoices/{id}/payment_link` creates one.',
    ),
});

/** An invoice as clients see it: with the address where it is paid, and with what explains it. */
export const linkedInvoiceSchema = linkedSchema.meta({
  id: 'Invoice',
  description:
    'An amount owed by a customer for a period or a change of a subscription, or for one-off items. Times follow the test clock of the subscription, if it has one.',
});

export const voidedInvoiceSchema = linkedSchema
  .extend({
    subscription_status: z
      .enum(subscriptionResourceStatuses)
      .nullable()
      .describe(
        `${choiceText('Status of its subscription', subscriptionStatusMeanings)} Null if it has none.`,
      ),
  })
  .meta({
    id: 'VoidedInvoice',
    description: 'A voided invoice, with the resulting status of its subscription.',
  });

export type LinkedInvoiceResource = z.output<typeof linkedInvoiceSchema>;

export type InvoiceResource = z.output<typeof invoiceSchema>;

export const deletedInvoiceSchema = linkedSchema
  .extend({ deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedInvoice', description: 'The last state of a deleted draft.' });
