import { z } from 'zod';
import { creditNoteSchema } from './credit-note.ts';
import { creditEntrySchema, customerSchema } from './customer.ts';
import { disputeSchema } from './dispute.ts';
import { linkedInvoiceSchema } from './invoice.ts';
import { mailSchema } from './mail.ts';
import { choice, createdAt, idOf, instant, livemode, objectOf, ownId } from './members.ts';
import { paymentMethodSchema } from './payment-method.ts';
import { paymentRequestSchema } from './payment-request.ts';
import { refundSchema } from './refund.ts';
import { subscriptionSchema } from './subscription.ts';

/** The most objects of one kind in an answer. */
export const CUSTOMER_DATA_MAX = 100;

const consentText = z
  .string()
  .nullable()
  .describe('The consent that the customer gave, word for word; null without one.');

const attemptSchema = z
  .object({
    status: choice(['processing', 'succeeded', 'declined'], 'Result of the attempt', {
      processing: 'the processor has not answered yet',
      succeeded: 'the money was taken',
      declined: 'nothing was taken',
    }),
    processor: z.string().meta({ description: 'Payment processor.', examples: ['stripe'] }),
    decline_code: z
      .string()
      .nullable()
      .meta({ description: 'Why it was declined; null otherwise.', examples: ['expired_card'] }),
    card: z
      .object({
        brand: z.string().meta({ description: 'Brand of the card.', examples: ['visa'] }),
        last4: z.string().meta({ description: 'Its last four digits.', examples: ['4242'] }),
      })
      .nullable()
      .describe('The card; null where it was none, or is not known.'),
    consent_text: consentText,
    created_at: createdAt,
  })
  .meta({ id: 'CustomerDataAttempt', description: 'An attempt of the customer to pay.' });

const paymentSchema = paymentRequestSchema
  .extend({
    return_url: z.string().nullable().describe('Address to which its page leads back; or null.'),
    attempts: z.array(attemptSchema).describe('Attempts to pay it, the newest first.'),
  })
  .meta({ id: 'CustomerDataPayment', description: 'A payment of the customer.' });

const methodSchema = paymentMethodSchema
  .extend({
    consent_text: consentText,
    removed_at: z.iso
      .datetime()
      .nullable()
      .describe('When it was removed (RFC 3339, UTC); null while it can be charged.'),
  })
  .meta({
    id: 'CustomerDataPaymentMethod',
    description: 'A payment method of the customer, removed ones too.',
  });

const pageSchema = z
  .object({
    object: objectOf('payment_method_page'),
    livemode,
    customer_email: z.string().describe('Email that the page was opened with.'),
    processor: z.string().meta({ description: 'Payment processor.', examples: ['stripe'] }),
    status: choice(['open', 'saved', 'declined', 'canceled'], 'State of the page', {
      open: 'the customer can save a method there',
      saved: 'a method was saved',
      declined: 'the processor declined the method',
      canceled: 'nothing was saved, and the page has ended',
    }),
    consent_text: consentText,
    return_url: z.string().describe('Address to which the page leads back.'),
    created_at: createdAt,
  })
  .meta({
    id: 'CustomerDataMethodPage',
    description: 'A page at which the customer was to save a payment method.',
  });

const portalSchema = z
  .object({
    id: ownId('portalSession', 'session'),
    object: objectOf('portal_session'),
    livemode,
    return_url: z.string().nullable().describe('Address to which the portal leads back; or null.'),
    expires_at: instant('Until when its link works (RFC 3339, UTC).'),
    created_at: createdAt,
  })
  .meta({
    id: 'CustomerDataPortalSession',
    description: 'A link to the portal of the customer, without the secret address.',
  });

const eventSchema = z
  .object({
    id: ownId('event', 'event'),
    object: objectOf('event'),
    livemode,
    type: z.string().meta({ description: 'Type of the event.', examples: ['customer.created'] }),
    deliveries: z
      .array(
        z
          .object({
            id: ownId('webhookDelivery', 'delivery'),
            object: objectOf('webhook_delivery'),
            livemode,
            webhook_endpoint_id: idOf('webhookEndpoint', 'Endpoint that the event was sent to'),
            status: choice(['pending', 'delivered', 'dead'], 'State of the delivery', {
              pending: 'it is to be sent, or sent again',
              delivered: 'the endpoint took it',
              dead: 'it was given up',
            }),
            created_at: createdAt,
          })
          .meta({ id: 'CustomerDataDelivery', description: 'A delivery of the event.' }),
      )
      .describe('Deliveries to webhook endpoints, the newest first, 20 at most.'),
    created_at: createdAt,
  })
  .meta({
    id: 'CustomerDataEvent',
    description: 'An event of the customer: `GET /v1/events/{event_id}` has its content.',
  });

function sectionOf<Item extends z.ZodType>(item: Item, name: string) {
  return z
    .object({
      data: z.array(item).describe('The newest first.'),
      has_more: z.boolean().describe('Whether there are more of this kind.'),
      next_page: z
        .string()
        .nullable()
        .describe('Send it as `page`, with this `kind`, for more; null on the last page.'),
    })
    .optional()
    .describe(`A page of ${name}; absent where another kind was asked for.`);
}

const sections = {
  subscriptions: sectionOf(subscriptionSchema, 'subscriptions'),
  invoices: sectionOf(linkedInvoiceSchema, 'invoices'),
  credit_notes: sectionOf(creditNoteSchema, 'credit notes'),
  credits: sectionOf(creditEntrySchema, 'changes of the credit balance'),
  portal_sessions: sectionOf(portalSchema, 'links to the portal'),
  payments: sectionOf(paymentSchema, 'payments that name the customer'),
  payment_methods: sectionOf(methodSchema, 'saved payment methods, removed ones too'),
  payment_method_pages: sectionOf(pageSchema, 'pages for saving a payment method'),
  refunds: sectionOf(refundSchema, 'refunds'),
  disputes: sectionOf(disputeSchema, 'disputes'),
  mails: sectionOf(mailSchema, 'mails of the last 45 days'),
  events: sectionOf(eventSchema, 'events of the customer object'),
} as const;

/** The kinds of data that the answer has, each on a page of its own. */
export type CustomerDataKind = keyof typeof sections;
export const customerDataKinds = Object.keys(sections) as readonly CustomerDataKind[];

export const customerDataSchema = z
  .object({ object: objectOf('customer_data'), livemode, customer: customerSchema, ...sections })
  .meta({
    id: 'CustomerData',
    description: 'The data that all services hold about a customer, a page of each kind.',
  });

export type CustomerDataResource = z.output<typeof customerDataSchema>;
export type CustomerDataOf<Kind extends CustomerDataKind> = NonNullable<
  CustomerDataResource[Kind]
>['data'][number];
