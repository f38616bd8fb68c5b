import {
  type Caller,
  invoiceResourceStatuses,
  linkedInvoiceSchema,
  type Uuid,
} from '@florin/contracts';
import {
  cursorFields,
  defineRoute,
  filterField,
  idParams,
  listReply,
  oneCursor,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { Invoice } from '../domain/invoice.ts';
import { toLinkedInvoice } from '../domain/invoice-resource.ts';
import type { Lists } from '../operations/lists.ts';

export function invoiceRoutes(
  lists: Lists,
  find: (caller: Caller, id: Uuid) => Promise<Invoice>,
): readonly Route[] {
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
          subscription: filterField('subscription'),
          customer_id: z.string().optional(),
          status: z.enum(invoiceResourceStatuses).optional(),
          account_id: filterField('account'),
        })
        .refine(...oneCursor),
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
  ];
}
