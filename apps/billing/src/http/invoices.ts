import {
  type Caller,
  type ErrorCode,
  invoiceResourceStatuses,
  linkedInvoiceSchema,
  type Uuid,
  voidedInvoiceSchema,
} from '@florin/contracts';
import {
  cursorFields,
  defineRoute,
  filterField,
  idempotencyKeyOf,
  idParams,
  listReply,
  oneCursor,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { Invoice } from '../domain/invoice.ts';
import { toLinkedInvoice } from '../domain/invoice-resource.ts';
import type { Stored } from '../domain/public-events.ts';
import type { Lists } from '../operations/lists.ts';
import type { AccountDirectory } from '../operations/peers.ts';
import type { makeVoidInvoice } from '../operations/void-invoice.ts';
import { renderInvoice } from './invoice-page/render-invoice.ts';
import { type PaymentLinkParts, paymentLinkRoute } from './payment-link.ts';
import { assertSells } from './permissions.ts';
import { causeOf } from './subscription-fields.ts';

export interface InvoiceOperations {
  readonly find: (caller: Caller, id: Uuid) => Promise<Invoice>;
  readonly findSubscription: (caller: Caller, id: Uuid) => Promise<Stored>;
  readonly beginLink: PaymentLinkParts['begin'];
  readonly voidInvoice: ReturnType<typeof makeVoidInvoice>;
  readonly accounts: AccountDirectory;
}

export function invoiceRoutes(lists: Lists, operations: InvoiceOperations): readonly Route[] {
  const { find } = operations;
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/invoices',
      summary: 'List invoices, newest first',
      token: 'session_or_key',
      scope: 'subscriptions:read',
      query: z
        .object({
          ...cursorFields('invoice'),
          subscription_id: filterField('subscription'),
          customer_id: z.string().optional(),
          status: z.enum(invoiceResourceStatuses).optional(),
          account_id: filterField('account'),
        })
        .refine(...oneCursor),
      formerNames: { query: { subscription: 'subscription_id' } },
      replies: { 200: listReply(linkedInvoiceSchema) },
      errors: ['invalid_request', 'unauthorized', 'forbidden'],
      handle: async ({ query, caller }) => ({
        status: 200,
        body: await lists.invoices(caller, query),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/invoices/{invoice_id}',
      summary: 'Retrieve an invoice',
      token: 'session_or_key',
      scope: 'subscriptions:read',
      params: idParams({ invoice_id: 'invoice' }),
      replies: { 200: linkedInvoiceSchema },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      handle: async ({ params, caller }) => ({
        status: 200,
        body: toLinkedInvoice(await find(caller, params.invoice_id)),
      }),
    }),
    voidRoute(operations),
    paymentLinkRoute({ find, begin: operations.beginLink }),
    pageRoute(operations),
  ];
}

function voidRoute({ find, findSubscription, voidInvoice }: InvoiceOperations): Route {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'unauthorized',
    'forbidden',
    'not_found',
    'conflict',
  ];
  return defineRoute({
    method: 'POST',
    path: '/v1/invoices/{invoice_id}/void',
    summary: 'Void an open or uncollectible invoice: it can no longer be paid',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: idParams({ invoice_id: 'invoice' }),
    body: z.object({
      subscription_action: z
        .enum(['keep', 'cancel'], { error: 'must be keep or cancel' })
        .nullish()
        .meta({
          description:
            'What becomes of the subscription: by default it is canceled with the invoice that has opened its current period, and goes on with any other.',
        }),
    }),
    isBodyOptional: true,
    replies: { 200: voidedInvoiceSchema },
    errors,
    async handle(request) {
      const { caller, params, body } = request;
      const invoice = await find(caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only who has sent an invoice may void it');
      const { id, subscriptionId } = invoice;
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/void', request, [id, body]);
      const stored = await findSubscription(caller, subscriptionId);
      const subscription = body.subscription_action ?? null;
      return voidInvoice({ stored, invoiceId: id, subscription }, key, causeOf(request));
    },
  });
}

function pageRoute({ find, accounts }: InvoiceOperations): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/invoices/{invoice_id}/page',
    summary: 'An invoice as a page to print or to send',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ invoice_id: 'invoice' }),
    mediaType: 'text/html',
    replies: { 200: z.string().meta({ description: 'A page for people.' }) },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller, requestId, acceptLanguage }) {
      const invoice = await find(caller, params.invoice_id);
      const seller = await accounts.find(invoice.sellerId, requestId);
      return renderInvoice(invoice, seller, acceptLanguage);
    },
  });
}
