import {
  invoiceResourceStatuses,
  linkedInvoiceSchema,
  paymentLinkSchema,
  type Reply,
  voidedInvoiceSchema,
} from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import {
  accountFields,
  amountFields,
  cursorFields,
  defineRoute,
  emailField,
  filterField,
  idempotencyKeyOf,
  idParams,
  listReply,
  oneCursor,
  type Route,
  referenceFilter,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import { assertSells, CHANGE_ERRORS } from '../accounts/permissions.ts';
import { isCharged } from '../one-off-invoices/model.ts';
import { type LinkRequest, newLinkRequest, newSendRequest } from '../payments/link-request.ts';
import type { OutsidePayment } from '../payments/outside.ts';
import { causeOf } from '../subscriptions/fields.ts';
import { getVisibleSubscription } from '../subscriptions/read.ts';
import { type DocumentRouteDeps, invoiceDocumentRoutes } from './document-routes.ts';
import {
  closeOneOff,
  getVisibleInvoice,
  listInvoices,
  voidInvoice,
  writeOff,
} from './operations.ts';
import { toLinkedInvoice } from './resource.ts';

export interface InvoiceRouteDeps extends DocumentRouteDeps {
  readonly beginLink: (request: LinkRequest, key: IdempotencyKey | undefined) => Promise<Reply>;
  readonly beginOutside: (
    payment: OutsidePayment,
    key: IdempotencyKey | undefined,
  ) => Promise<Reply>;
}

/** Errors of a seller's action on an invoice. */
const errors = CHANGE_ERRORS;

/** Shared definition of a seller's actions on an invoice. */
const acting = {
  method: 'POST',
  token: 'session_or_key',
  scope: 'subscriptions:write',
  takesIdempotencyKey: true,
  params: idParams({ invoice_id: 'invoice' }),
  isBodyOptional: true,
  errors,
} as const;

const REFERENCE_LENGTH_MAX = 200;

export function invoiceRoutes(deps: InvoiceRouteDeps): readonly Route[] {
  return [
    listRoute(deps),
    getRoute(deps),
    voidRoute(deps),
    writeOffRoute(deps),
    sendRoute(deps),
    markPaidRoute(deps),
    paymentLinkRoute(deps),
    ...invoiceDocumentRoutes(deps),
  ];
}

function listRoute(deps: InvoiceRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/invoices',
    operationId: 'listInvoices',
    onlyReads: true,
    summary: 'List invoices, newest first',
    description:
      'Whoever sees several accounts sees the invoices of all of them, unless `account_id` names one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('invoice'),
        subscription_id: filterField('subscription'),
        customer_id: z
          .string()
          .optional()
          .describe(
            'Only those of this customer or account, by its id or by your own name for it.',
          ),
        customer_email: emailField.optional().describe('Only those of customers with this email.'),
        number: referenceFilter.optional().meta({
          description: 'Only the one with this number, as documents show it.',
          examples: ['INV-2026-00042'],
        }),
        status: z.enum(invoiceResourceStatuses).optional().describe('Only those that stand so.'),
        ...amountFields,
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(linkedInvoiceSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listInvoices(deps, caller, query),
    }),
  });
}

function getRoute(deps: InvoiceRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/invoices/{invoice_id}',
    operationId: 'getInvoice',
    onlyReads: true,
    summary: 'Retrieve an invoice',
    description:
      'Answers the invoice as it is now, with the address of its page where it can be paid.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ invoice_id: 'invoice' }),
    replies: { 200: linkedInvoiceSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params, caller }) => ({
      status: 200,
      body: toLinkedInvoice(await getVisibleInvoice(deps, caller, params.invoice_id)),
    }),
  });
}

function voidRoute(deps: InvoiceRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/invoices/{invoice_id}/void',
    operationId: 'voidInvoice',
    summary: 'Void an open or uncollectible invoice: it can no longer be paid',
    description:
      'Takes open and uncollectible invoices, from their seller. Credit that had paid a part of it comes back, and its page can no longer be paid at. What becomes of its subscription is said by `subscription_action`, and told in `subscription_status`.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: idParams({ invoice_id: 'invoice' }),
    body: z
      .object({
        subscription_action: z
          .enum(['keep', 'cancel'], { error: 'must be keep or cancel' })
          .nullish()
          .meta({
            description:
              'What becomes of the subscription: by default it is canceled with the invoice that has opened its current period, and goes on with any other.',
          }),
      })
      .meta({ id: 'InvoiceVoid', description: 'What becomes of the subscription of an invoice.' }),
    isBodyOptional: true,
    replies: { 200: voidedInvoiceSchema },
    errors,
    async handle(request) {
      const { caller, params, body } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only who has sent an invoice may void it');
      const { id, subscriptionId } = invoice;
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/void', request, [id, body]);
      if (subscriptionId === null)
        return closeOneOff(deps, 'void', { invoiceId: id, key, cause: causeOf(request) });
      const { subscription } = await getVisibleSubscription(deps, caller, subscriptionId);
      const action = body.subscription_action ?? null;
      const cause = causeOf(request);
      return voidInvoice(deps, { subscription, invoiceId: id, action, key, cause });
    },
  });
}

function writeOffRoute(deps: InvoiceRouteDeps): Route {
  return defineRoute({
    ...acting,
    path: '/v1/invoices/{invoice_id}/write_off',
    operationId: 'writeOffInvoice',
    summary: 'Wait for the money of an open invoice no longer: it can still be paid',
    description:
      'Takes open invoices, from their seller. Nothing is charged or reminded of any more, its subscription goes on, and whoever pays at its page makes it paid all the same.',
    body: z.object({}),
    replies: { 200: linkedInvoiceSchema },
    async handle(request) {
      const { caller, params } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only who has sent an invoice may write it off');
      const { id: invoiceId, subscriptionId } = invoice;
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/write_off', request, invoiceId);
      const cause = causeOf(request);
      if (subscriptionId === null)
        return closeOneOff(deps, 'uncollectible', { invoiceId, key, cause });
      const { subscription } = await getVisibleSubscription(deps, caller, subscriptionId);
      return writeOff(deps, { subscription, invoiceId, key, cause });
    },
  });
}

function sendRoute(deps: InvoiceRouteDeps): Route {
  return defineRoute({
    ...acting,
    path: '/v1/invoices/{invoice_id}/send',
    operationId: 'sendInvoice',
    summary: 'Send an invoice, with a page to pay at; a draft is finalized first',
    description:
      'Mail brings it to the customer, as PDF. A draft is finalized first, and with `charge_automatically` the saved payment method of the customer is charged; where something is owed, a page to pay at is made. It can be sent again. `409` where the customer has no email address: nothing changes.',
    body: z.object({}),
    replies: { 200: linkedInvoiceSchema },
    timeoutMs: 5_000,
    async handle(request) {
      const { caller, params } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only who has written an invoice may send it');
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/send', request, invoice.id);
      const sending = newSendRequest(invoice.id, causeOf(request));
      return deps.beginLink(isCharged(invoice) ? { ...sending, charges: true } : sending, key);
    },
  });
}

function markPaidRoute(deps: InvoiceRouteDeps): Route {
  return defineRoute({
    ...acting,
    path: '/v1/invoices/{invoice_id}/mark_paid',
    operationId: 'markInvoicePaid',
    summary: 'Say that an invoice was paid outside of Florin: no balance changes by it',
    description:
      'For cash, cheques and transfers to another bank. Its page can no longer be paid at. While a charge of it is on its way, and where it is paid or void, it is refused with 409.',
    body: z
      .object({
        reference: text(REFERENCE_LENGTH_MAX)
          .default('outside')
          .meta({ description: 'By what its seller finds the payment.', examples: ['Receipt 12'] }),
      })
      .meta({ id: 'OutsidePayment', description: 'How an invoice was paid outside of Florin.' }),
    replies: { 200: linkedInvoiceSchema },
    timeoutMs: 5_000,
    async handle(request) {
      const { caller, params, body } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only who has sent an invoice may mark it');
      const { id: invoiceId } = invoice;
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/mark_paid', request, [
        invoiceId,
        body,
      ]);
      return deps.beginOutside({ invoiceId, ...body, cause: causeOf(request) }, key);
    },
  });
}

function paymentLinkRoute(deps: InvoiceRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/invoices/{invoice_id}/payment_link',
    operationId: 'createInvoicePaymentLink',
    summary: 'Find or make the page at which a customer can pay an open or uncollectible invoice',
    description:
      'Answers the one page at which the invoice can be paid now. Another one is made only where the last one has ended, so that nobody can pay twice.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: idParams({ invoice_id: 'invoice' }),
    body: z.object({}),
    isBodyOptional: true,
    replies: { 200: paymentLinkSchema },
    errors,
    timeoutMs: 5_000,
    async handle(request) {
      const { caller, params } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only who has sent an invoice may ask for its link');
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/payment_link', request, [
        invoice.id,
      ]);
      return deps.beginLink(newLinkRequest(invoice.id, causeOf(request)), key);
    },
  });
}
