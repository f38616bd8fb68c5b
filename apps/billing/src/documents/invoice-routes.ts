import { defineRoute, fileReply, idParams, type Route } from '@florin/http-api';
import { z } from 'zod';
import { getVisibleInvoice, type InvoicesDeps } from '../invoicing/invoices/operations.ts';
import { previewDraft } from '../invoicing/one-off/operations.ts';
import type { TaxEngineDeps } from '../tax/engine/ask.ts';
import { type DocumentsDeps, drawInvoice, showInvoice } from './drawing/operations.ts';
import { DRAW_TIMEOUT_MS } from './drawing/pdf/draw.ts';

export type DocumentRouteDeps = InvoicesDeps & DocumentsDeps & TaxEngineDeps;

/** Routes of an invoice as a document: page, PDF and files. */
export function invoiceDocumentRoutes(deps: DocumentRouteDeps): readonly Route[] {
  return [pageRoute(deps), pdfRoute(deps)];
}

function pageRoute(deps: DocumentRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/invoices/{invoice_id}/page',
    operationId: 'getInvoicePage',
    summary: 'Retrieve an invoice as an HTML page',
    description:
      'A self-contained HTML page, to print or send, in the language of the customer, otherwise of the seller, otherwise of `Accept-Language`. A draft is shown as finalizing it now would issue it, with current taxes, parties and due date; it is marked as a draft and has no number.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ invoice_id: 'invoice' }),
    mediaType: 'text/html',
    replies: { 200: z.string().meta({ description: 'An HTML page.' }) },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller, requestId, acceptLanguage }) {
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      return showInvoice(deps, await previewDraft(deps, invoice), { requestId, acceptLanguage });
    },
  });
}

function pdfRoute(deps: DocumentRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/invoices/{invoice_id}/pdf',
    operationId: 'getInvoicePdf',
    summary: 'Retrieve an invoice as PDF',
    description:
      'PDF/A-3, with an e-invoice (Factur-X, EN 16931). A PDF is stored when it is first generated: later requests return the same bytes. Its SHA-256 is in `ETag` and `Repr-Digest`, and in `documents` of the explanation. A draft is rendered as finalizing it now would issue it, marked as a draft and without a number. No e-invoice is attached for drafts, sellers without a VAT ID, and lines with several taxes. 503 with `Retry-After` if too many PDFs are being generated.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ invoice_id: 'invoice' }),
    query: z.object({
      version: z
        .enum(['issued', 'current'], { error: 'must be issued or current' })
        .default('issued')
        .describe(
          'Whether the PDF shows the invoice as issued, or its current state: paid, credited, voided or written off.',
        ),
    }),
    mediaType: 'application/pdf',
    replies: { 200: fileReply('A file.') },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    timeoutMs: DRAW_TIMEOUT_MS,
    async handle({ params, query, caller, requestId, acceptLanguage }) {
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      const reader = { requestId, acceptLanguage };
      return drawInvoice(deps, await previewDraft(deps, invoice), reader, query.version);
    },
  });
}
