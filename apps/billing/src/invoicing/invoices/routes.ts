import { invoiceResourceStatuses, linkedInvoiceSchema } from '@florin/contracts';
import {
  accountFields,
  amountFields,
  cursorFields,
  defineRoute,
  emailField,
  filterField,
  idParams,
  listReply,
  oneCursor,
  type Route,
  referenceFilter,
} from '@florin/http-api';
import { z } from 'zod';
import { CHANGE_ERRORS } from '../../accounts/permissions.ts';
import { toLinkedInvoice } from '../../domain/resources/invoice.ts';
import { getVisibleInvoice, type InvoicesDeps, listInvoices } from './operations.ts';

/** Shared definition of a seller's actions on an invoice. */
export const actionOnInvoice = {
  method: 'POST',
  token: 'session_or_key',
  scope: 'subscriptions:write',
  takesIdempotencyKey: true,
  params: idParams({ invoice_id: 'invoice' }),
  isBodyOptional: true,
  errors: CHANGE_ERRORS,
} as const;

export function invoiceRoutes(deps: InvoicesDeps): readonly Route[] {
  return [listRoute(deps), getRoute(deps)];
}

function listRoute(deps: InvoicesDeps) {
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

function getRoute(deps: InvoicesDeps) {
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
