import { linkedInvoiceSchema, voidedInvoiceSchema } from '@florin/contracts';
import { defineRoute, idempotencyKeyOf, idParams, type Route } from '@florin/http-api';
import { z } from 'zod';
import { assertSells, CHANGE_ERRORS } from '../../accounts/permissions.ts';
import { causeOf } from '../../domain/cause.ts';
import {
  closeOneOff,
  getVisibleInvoice,
  type InvoicesDeps,
} from '../../invoicing/invoices/operations.ts';
import { actionOnInvoice } from '../../invoicing/invoices/routes.ts';
import { voidInvoice, writeOff } from './invoice-operations.ts';
import { getVisibleSubscription } from './read.ts';

const errors = CHANGE_ERRORS;

/** Routes that close an invoice, which can end its subscription. */
export function closeInvoiceRoutes(deps: InvoicesDeps): readonly Route[] {
  return [voidRoute(deps), writeOffRoute(deps)];
}

function voidRoute(deps: InvoicesDeps): Route {
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

function writeOffRoute(deps: InvoicesDeps): Route {
  return defineRoute({
    ...actionOnInvoice,
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
