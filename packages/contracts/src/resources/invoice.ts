import { z } from 'zod';
import { explainableLineSchema, invoiceLineSchema } from './invoice-line.ts';
import {
  choice,
  choiceText,
  createdByClock,
  currency,
  idOf,
  idOrNull,
  instantOrNull,
  livemode,
  minorUnits,
  objectOf,
  ownId,
  updatedByClock,
} from './members.ts';
import { buyerPartySchema, sellerPartySchema, taxAmountSchema } from './parties.ts';
import { subscriptionResourceStatuses, subscriptionStatusMeanings } from './subscription.ts';

export const invoiceResourceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

const statusMeanings = {
  draft: 'it is being written, and nobody owes it',
  open: 'it is owed',
  paid: 'it is paid',
  void: 'nobody has to pay it any more',
  uncollectible: 'its seller has given it up; it can be paid all the same',
} as const;

/** Stripe's names. */
export const collectionMethods = ['charge_automatically', 'send_invoice'] as const;
export type CollectionMethod = (typeof collectionMethods)[number];

const schema = z.object({
  id: ownId('invoice', 'invoice'),
  object: objectOf('invoice'),
  livemode,
  number: z.int().nullable().describe('Its number: without gaps for each seller; null on drafts.'),
  document_number: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'The number as documents show it, in the format that the seller profile says; null on drafts. Absent in old events.',
      examples: ['INV-2026-00042'],
    }),
  account_id: idOf('account', 'Who sells'),
  customer_id: z.string().meta({
    description:
      'Who buys, as the request that led to it has named them: a customer (`cus_…`), your own name for one, or an account (`acc_…`).',
  }),
  resolved_customer_id: idOrNull(
    'customer',
    'The customer, whatever `customer_id` calls them',
    'Null when an account pays; absent in old events.',
  ).optional(),
  subscription_id: idOrNull(
    'subscription',
    'Subscription that it bills',
    'Null on a one-off invoice.',
  ),
  /** Empty on a one-off invoice: what it named was never absent. */
  cause: z.string().meta({
    description:
      'What it bills: `period:<n>` of the subscription, `change:<id>` of it, or `manual` where its seller wrote it.',
    examples: ['period:3'],
  }),
  status: choice(invoiceResourceStatuses, 'Where it stands', statusMeanings),
  currency,
  subtotal: minorUnits(
    'What is bought, without its tax and before credit pays of it',
    'Absent in old events.',
  ).optional(),
  tax: minorUnits('The tax on that', 'Absent in old events.').optional(),
  total: minorUnits('Both together', 'Absent in old events.').optional(),
  taxes: z
    .array(taxAmountSchema)
    .optional()
    .describe('The tax of it, for each rate. Absent in old events.'),
  amount_due: minorUnits('What was to be paid once it was issued: the sum of its lines'),
  amount_paid: minorUnits(
    'Money received for it',
    'Refunds and disputes do not lower it: see `amount_refunded` and `amount_disputed`.',
  ),
  amount_remaining: minorUnits('What is still to be paid', '0 unless it is a draft or open.'),
  amount_credited: minorUnits(
    'What credit notes have taken back of it',
    'Absent in old events.',
  ).optional(),
  amount_refunded: minorUnits(
    'Money given back by refunds, pending ones included',
    'Refunds that a credit note made count in `amount_credited`. Absent in old events.',
  ).optional(),
  amount_disputed: minorUnits(
    'Money that disputes have taken: withheld by the bank, or lost',
    'Absent in old events.',
  ).optional(),
  amount_written_off: minorUnits(
    'What its seller no longer expects: the open amount of an uncollectible invoice',
    'Absent in old events.',
  ).optional(),
  lines: z
    .array(invoiceLineSchema)
    .describe('What it bills, in its order. The amounts add up to `amount_due`.'),
  attempt_count: z.int().describe('How often a card or a balance was charged for it in vain.'),
  reminder_count: z
    .int()
    .optional()
    .describe('How often its customer, who has no card, was to be reminded. Absent in old events.'),
  failure_reason: z
    .string()
    .nullable()
    .optional()
    .describe('Why it is not paid, for people; null where nothing was tried, or it is paid.'),
  decline_code: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'Why the last charge of a card was declined, by the names of Stripe’s decline codes; null where no card was declined, or the invoice is paid. Absent in old events. Do not show `lost_card` and `stolen_card` to the customer.',
      examples: ['insufficient_funds'],
    }),
  due_at: instantOrNull(
    'When it is due (RFC 3339, UTC); null where it is charged at once, while its subscription is paused, and once nobody has to pay it.',
  ),
  sent_at: instantOrNull(
    'When its seller has last sent it (RFC 3339, UTC); null where it was not. Absent in old events.',
  ).optional(),
  collection_method: z
    .enum(collectionMethods)
    .nullable()
    .optional()
    .describe(
      'How a one-off invoice is collected: `charge_automatically` charges the default saved payment method of the customer when the invoice is finalized, `send_invoice` lets the customer pay at its page. Null on the invoice of a subscription. Absent in old events.',
    ),
  memo: z
    .string()
    .nullable()
    .optional()
    .describe('What its seller says on it; null where nothing.'),
  outside_reference: z
    .string()
    .nullable()
    .optional()
    .describe('By what it was paid outside of Florin; null where it was not.'),
  payment_id: idOrNull(
    'paymentRequest',
    'Payment by which its customer pays it at a page, or has paid it',
    'Null where there is none.',
  ),
  transaction_id: idOrNull(
    'transaction',
    'Movement of money by which a balance or a saved card has paid it',
    'Null until it is paid, and where it was paid at a page, by credit alone or outside of Florin.',
  ),
  created_at: createdByClock,
  finalized_at: instantOrNull(
    'When it got its number (RFC 3339, UTC), by the same clock; null on drafts.',
  ),
  paid_at: instantOrNull('When it was paid (RFC 3339, UTC), by the same clock; null until then.'),
  updated_at: updatedByClock,
});

export const invoiceSchema = schema.meta({
  id: 'InvoiceSnapshot',
  description:
    'An invoice as events carry it: without the address of its page, since whoever has that may pay.',
});

export const eInvoiceObstacles = {
  no_seller_address: 'the seller profile had no address',
  no_seller_vat_id: 'the seller profile had no VAT id',
  no_buyer_address:
    'the customer had no address, so the country of the buyer, which the norm requires, is unknown',
  untaxed_line: 'a line has no tax, not even of 0 %, as of sellers who charge none',
  several_taxes: 'a line has several taxes',
  mixed_outside_scope:
    'lines outside the scope of VAT are beside others, such as services beside goods for a buyer outside the EU: invoice them separately',
  currency_decimals: 'the currency has more than two decimals',
} as const;
export type EInvoiceObstacle = keyof typeof eInvoiceObstacles;
const eInvoiceObstacleNames = Object.keys(eInvoiceObstacles) as readonly EInvoiceObstacle[];

const linkedSchema = schema.extend({
  lines: z
    .array(explainableLineSchema)
    .describe('What it bills, in its order. The amounts add up to `amount_due`.'),
  change_id: idOrNull(
    'change',
    'Change of its subscription that it bills',
    'Null where it bills none.',
  ),
  seller: sellerPartySchema
    .nullable()
    .describe(
      'Who sells, as it was when the invoice was made; null for a seller without a profile.',
    ),
  e_invoice_obstacle: z
    .enum(eInvoiceObstacleNames)
    .nullable()
    .describe(
      `${choiceText('Why its PDF holds no e-invoice (EN 16931)', eInvoiceObstacles)} Null where it holds one, and on a draft that will.`,
    ),
  buyer: buyerPartySchema
    .nullable()
    .describe('Who buys, likewise; null where nothing is known of them.'),
  payment_url: z
    .string()
    .nullable()
    .describe(
      'Address of the page at which it can be paid, or was: whoever has it may pay. Null where there is none; `POST /v1/invoices/{id}/payment_link` makes another one.',
    ),
});

/** An invoice as clients see it: with the address where it is paid, and with what explains it. */
export const linkedInvoiceSchema = linkedSchema.meta({
  id: 'Invoice',
  description:
    'What a customer owes: for a period or a change of a subscription, or for what its seller wrote on it. Its instants are those of the test clock of its subscription, where that has one.',
});

export const voidedInvoiceSchema = linkedSchema
  .extend({
    subscription_status: z
      .enum(subscriptionResourceStatuses)
      .nullable()
      .describe(
        `${choiceText('What its subscription is now', subscriptionStatusMeanings)} Null where it has none.`,
      ),
  })
  .meta({
    id: 'VoidedInvoice',
    description: 'An invoice that was voided, with what has become of its subscription.',
  });

export type LinkedInvoiceResource = z.output<typeof linkedInvoiceSchema>;

export type InvoiceResource = z.output<typeof invoiceSchema>;

export const deletedInvoiceSchema = linkedSchema
  .extend({ deleted: z.literal(true).describe('Always true: it is gone.') })
  .meta({ id: 'DeletedInvoice', description: 'A draft that was thrown away, as it was.' });
