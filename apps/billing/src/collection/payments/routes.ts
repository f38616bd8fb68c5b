import { linkedInvoiceSchema, paymentLinkSchema, type Reply } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import {
  amountField,
  defineRoute,
  idempotencyKeyOf,
  idParams,
  type Route,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import { assertSells, CHANGE_ERRORS } from '../../accounts/permissions.ts';
import { causeOf } from '../../domain/cause.ts';
import { isCharged } from '../../domain/invoice/one-off.ts';
import { type LinkRequest, newLinkRequest, newSendRequest } from '../../domain/payment-link.ts';
import { getVisibleInvoice, type InvoicesDeps } from '../../invoicing/invoices/operations.ts';
import { actionOnInvoice } from '../../invoicing/invoices/routes.ts';
import type { OutsidePayment } from './outside.ts';

export interface PaymentRouteDeps extends InvoicesDeps {
  readonly beginLink: (request: LinkRequest, key: IdempotencyKey | undefined) => Promise<Reply>;
  readonly beginOutside: (
    payment: OutsidePayment,
    key: IdempotencyKey | undefined,
  ) => Promise<Reply>;
}

const errors = CHANGE_ERRORS;
const REFERENCE_LENGTH_MAX = 200;

/** Routes that collect the amount of an invoice. */
export function paymentRoutes(deps: PaymentRouteDeps): readonly Route[] {
  return [sendRoute(deps), markPaidRoute(deps), paymentLinkRoute(deps)];
}

function sendRoute(deps: PaymentRouteDeps): Route {
  return defineRoute({
    ...actionOnInvoice,
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

function markPaidRoute(deps: PaymentRouteDeps): Route {
  return defineRoute({
    ...actionOnInvoice,
    path: '/v1/invoices/{invoice_id}/mark_paid',
    operationId: 'markInvoicePaid',
    summary: 'Record a payment of an invoice outside of Florin',
    description:
      'For cash, checks and transfers to another bank account. No balance changes. Less than `amount_remaining` leaves the invoice open for the rest, more becomes credit of the customer. The payment page stops accepting payments; `payment_link` creates one for the rest. `409` while a charge is in progress, if the invoice is paid or void, and for a part of an amount that automatic charges retry.',
    body: z
      .object({
        reference: text(REFERENCE_LENGTH_MAX)
          .default('outside')
          .meta({
            description: 'Reference that the seller finds the payment by.',
            examples: ['Receipt 12'],
          }),
        amount: amountField
          .optional()
          .describe(
            'Amount received, in minor units of the currency. Default: all of `amount_remaining`.',
          ),
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
      const { reference, amount } = body;
      const payment = { invoiceId, reference, cause: causeOf(request) };
      return deps.beginOutside(
        amount === undefined ? payment : { ...payment, amount: amount.toString() },
        key,
      );
    },
  });
}

function paymentLinkRoute(deps: PaymentRouteDeps): Route {
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
