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
    summary: 'List invoices',
    description:
      'Callers that can read several accounts get the invoices of all of them; `account_id` selects one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('invoice'),
        subscription_id: filterField('subscription'),
        customer_id: z
          .string()
          .optional()
          .describe('Filter by customer or account: its id or your own id of it.'),
        customer_email: emailField.optional().describe('Filter by customer email.'),
        number: referenceFilter.optional().meta({
          description: 'Filter by the number on documents.',
          examples: ['INV-2026-00042'],
        }),
        status: z.enum(invoiceResourceStatuses).optional().describe('Filter by status.'),
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
    description: 'Returns the invoice, with the URL of its payment page if it can be paid.',
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
    summary: 'Void an invoice',
    description:
      'Cancels an open or uncollectible invoice. For its seller. Applied credit is returned, and its page can no longer be used to pay. `subscription_action` decides about the subscription; the response has the result in `subscription_status`.',
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
              'Effect on the subscription. Default: it is canceled if the invoice opened its current period, and continues otherwise.',
          }),
      })
      .meta({ id: 'InvoiceVoid', description: 'Effect on the subscription of an invoice.' }),
    isBodyOptional: true,
    replies: { 200: voidedInvoiceSchema },
    errors,
    async handle(request) {
      const { caller, params, body } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only the seller of an invoice can void it');
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
    summary: 'Write off an invoice',
    description:
      'For open invoices, by their seller. Charges and reminders stop and the subscription continues. The invoice can still be paid on its page.',
    body: z.object({}),
    replies: { 200: linkedInvoiceSchema },
    async handle(request) {
      const { caller, params } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only the seller of an invoice can write it off');
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
    summary: 'Send an invoice',
    description:
      "Mails the invoice to the customer as PDF. A draft is finalized first, and with `charge_automatically` the customer's saved payment method is charged; if an amount is owed, a payment page is created. An invoice can be sent again. `409` if the customer has no email address: then nothing changes.",
    body: z.object({}),
    replies: { 200: linkedInvoiceSchema },
    timeoutMs: 5_000,
    async handle(request) {
      const { caller, params } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only the seller of an invoice can send it');
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
    summary: 'Mark an invoice as paid outside of Florin',
    description:
      'For cash, checks and transfers to another bank account. No balance changes. The payment page stops accepting payments. `409` while a charge is in progress, and if the invoice is paid or void.',
    body: z
      .object({
        reference: text(REFERENCE_LENGTH_MAX)
          .default('outside')
          .meta({
            description: 'Reference that the seller finds the payment by.',
            examples: ['Receipt 12'],
          }),
      })
      .meta({ id: 'OutsidePayment', description: 'An external payment of an invoice.' }),
    replies: { 200: linkedInvoiceSchema },
    timeoutMs: 5_000,
    async handle(request) {
      const { caller, params, body } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only the seller of an invoice can mark it as paid');
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
    summary: 'Create or retrieve the payment link of an invoice',
    description:
      'Returns the one page where the open or uncollectible invoice can be paid now. A new page is created only after the last one has ended, so that a customer cannot pay twice.',
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
      assertSells(
        { errors },
        caller,
        invoice,
        'only the seller of an invoice can get its payment link',
      );
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/payment_link', request, [
        invoice.id,
      ]);
      return deps.beginLink(newLinkRequest(invoice.id, causeOf(request)), key);
    },
  });
}
