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

/** Maximum number of objects of one kind in a response. */
export const CUSTOMER_DATA_MAX = 100;

const consentText = z
  .string()
  .nullable()
  .describe("Exact text of the customer's consent; null if none.");

const attemptSchema = z
  .object({
    status: choice(['processing', 'succeeded', 'declined'], 'Status of the attempt', {
      processing: 'the processor has not responded yet',
      succeeded: 'the money was collected',
      declined: 'no money was collected',
    }),
    processor: z.string().meta({ description: 'Payment processor.', examples: ['stripe'] }),
    decline_code: z
      .string()
      .nullable()
      .meta({ description: 'Reason for the decline; null otherwise.', examples: ['expired_card'] }),
    card: z
      .object({
        brand: z.string().meta({ description: 'Card brand.', examples: ['visa'] }),
        last4: z.string().meta({ description: 'Last four digits.', examples: ['4242'] }),
      })
      .nullable()
      .describe('The card; null if none or unknown.'),
    consent_text: consentText,
    created_at: createdAt,
  })
  .meta({ id: 'CustomerDataAttempt', description: 'A payment attempt of the customer.' });

const paymentSchema = paymentRequestSchema
  .extend({
    return_url: z.string().nullable().describe('Return URL of the page, or null.'),
    attempts: z.array(attemptSchema).describe('Payment attempts, newest first.'),
  })
  .meta({ id: 'CustomerDataPayment', description: 'A payment of the customer.' });

const methodSchema = paymentMethodSchema
  .extend({
    consent_text: consentText,
    removed_at: z.iso
      .datetime()
      .nullable()
      .describe('When it was removed (RFC 3339, UTC); null if it can still be charged.'),
  })
  .meta({
    id: 'CustomerDataPaymentMethod',
    description: 'A payment method of the customer, including removed ones.',
  });

const pageSchema = z
  .object({
    object: objectOf('payment_method_page'),
    livemode,
    customer_email: z.string().describe('Email that the page was opened with.'),
    processor: z.string().meta({ description: 'Payment processor.', examples: ['stripe'] }),
    status: choice(['open', 'saved', 'declined', 'canceled'], 'Status of the page', {
      open: 'the customer can save a payment method',
      saved: 'a payment method was saved',
      declined: 'the processor declined the payment method',
      canceled: 'the page ended and nothing was saved',
    }),
    consent_text: consentText,
    return_url: z.string().describe('Return URL of the page.'),
    created_at: createdAt,
  })
  .meta({
    id: 'CustomerDataMethodPage',
    description: 'A page for saving a payment method.',
  });

const portalSchema = z
  .object({
    id: ownId('portalSession', 'session'),
    object: objectOf('portal_session'),
    livemode,
    return_url: z.string().nullable().describe('Return URL of the portal, or null.'),
    expires_at: instant('When the link expires (RFC 3339, UTC).'),
    created_at: createdAt,
  })
  .meta({
    id: 'CustomerDataPortalSession',
    description: 'A portal link of the customer, without the secret URL.',
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
            status: choice(['pending', 'delivered', 'dead'], 'Status of the delivery', {
              pending: 'to be sent or retried',
              delivered: 'the endpoint accepted it',
              dead: 'failed permanently',
            }),
            created_at: createdAt,
          })
          .meta({ id: 'CustomerDataDelivery', description: 'A delivery of the event.' }),
      )
      .describe('Deliveries to webhook endpoints, newest first, at most 20.'),
    created_at: createdAt,
  })
  .meta({
    id: 'CustomerDataEvent',
    description: 'An event of the customer. `GET /v1/events/{event_id}` returns its content.',
  });

function sectionOf<Item extends z.ZodType>(item: Item, name: string) {
  return z
    .object({
      data: z.array(item).describe('Objects of this kind, newest first.'),
      has_more: z.boolean().describe('Whether there are more of this kind.'),
      next_page: z
        .string()
        .nullable()
        .describe('Send it as `page`, with this `kind`, to get more; null on the last page.'),
    })
    .optional()
    .describe(`A page of ${name}; absent if another kind was requested.`);
}

const sections = {
  subscriptions: sectionOf(subscriptionSchema, 'subscriptions'),
  invoices: sectionOf(linkedInvoiceSchema, 'invoices'),
  credit_notes: sectionOf(creditNoteSchema, 'credit notes'),
  credits: sectionOf(creditEntrySchema, 'changes to the credit balance'),
  portal_sessions: sectionOf(portalSchema, 'portal links'),
  payments: sectionOf(paymentSchema, 'payments of the customer'),
  payment_methods: sectionOf(methodSchema, 'saved payment methods, including removed ones'),
  payment_method_pages: sectionOf(pageSchema, 'pages for saving a payment method'),
  refunds: sectionOf(refundSchema, 'refunds'),
  disputes: sectionOf(disputeSchema, 'disputes'),
  mails: sectionOf(mailSchema, 'mails of the last 45 days'),
  events: sectionOf(eventSchema, 'events of the customer object'),
} as const;

/** Kinds of customer data, each with its own pages. */
export type CustomerDataKind = keyof typeof sections;
export const customerDataKinds = Object.keys(sections) as readonly CustomerDataKind[];

export const customerDataSchema = z
  .object({ object: objectOf('customer_data'), livemode, customer: customerSchema, ...sections })
  .meta({
    id: 'CustomerData',
    description: 'The data that all services store about a customer, a page of each kind.',
  });

export type CustomerDataResource = z.output<typeof customerDataSchema>;
export type CustomerDataOf<Kind extends CustomerDataKind> = NonNullable<
  CustomerDataResource[Kind]
>['data'][number];
