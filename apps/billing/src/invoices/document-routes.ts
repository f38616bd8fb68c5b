import { defineRoute, fileReply, idParams, type Route } from '@florin/http-api';
import { z } from 'zod';
import { type DocumentsDeps, drawInvoice, showInvoice } from '../documents/operations.ts';
import { DRAW_TIMEOUT_MS } from '../documents/pdf/draw.ts';
import { previewDraft } from '../one-off-invoices/operations.ts';
import type { TaxEngineDeps } from '../tax-engine/ask.ts';
import { getVisibleInvoice, type InvoicesDeps } from './operations.ts';

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
    summary: 'An invoice as a page to print or to send; a draft as it would be',
    description:
      'One HTML page that loads nothing, to print or to send: in the language of its customer, otherwise of its seller, otherwise of `Accept-Language`. A draft is shown as finalizing it now would make it, with the taxes, parties and due date of now; it says that it is a draft, and has no number.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ invoice_id: 'invoice' }),
    mediaType: 'text/html',
    replies: { 200: z.string().meta({ description: 'A page for people.' }) },
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
    summary:
      'An invoice as PDF/A-3, with its e-invoice (Factur-X, EN 16931) where that has room for it',
    description:
      'A PDF is kept as it was first drawn: later requests get the same bytes, whatever changes. Its SHA-256 is in `ETag` and `Repr-Digest`, and in `documents` of its explanation. A draft is drawn as finalizing it now would make it, marked on each page as a draft, without a number. The e-invoice is attached where the norm has room for it: not for drafts, sellers without a VAT id, and lines with several taxes. Where too many are being drawn the answer is 503 with `Retry-After`.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ invoice_id: 'invoice' }),
    query: z.object({
      version: z
        .enum(['issued', 'current'], { error: 'must be issued or current' })
        .default('issued')
        .describe(
          'Whether the PDF shows the invoice as it was issued, or as it stands now: paid, credited, voided or written off.',
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
