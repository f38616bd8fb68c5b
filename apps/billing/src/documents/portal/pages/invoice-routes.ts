import { toPublicId, type Uuid } from '@florin/contracts';
import { defineRoute, fileReply, idParams, type Route } from '@florin/http-api';
import { renderFailure, seeOther } from '@florin/pages';
import { type DocumentsDeps, drawInvoice, showInvoice } from '../../drawing/operations.ts';
import { DRAW_TIMEOUT_MS } from '../../drawing/pdf/draw.ts';
import { findPaymentUrl, isPayable, type PublicLinkDeps } from '../../public-links/operations.ts';
import { openPortal } from '../open.ts';
import { findTheirInvoice } from '../read.ts';
import type { PortalSessionDeps } from '../sessions.ts';
import { mayFail, notFound, ROOT, reads, token, within, writes } from './within.ts';

export type InvoicePageDeps = PortalSessionDeps & DocumentsDeps & PublicLinkDeps;

/** Portal pages of an invoice: view, pay and download. */
export function invoicePages(deps: InvoicePageDeps): readonly Route[] {
  return [invoiceRoute(deps), payRoute(deps), pdfRoute(deps)];
}

const invoiceParams = idParams({ invoice_id: 'invoice' }, { token });

const invoiceRoute = (deps: InvoicePageDeps) =>
  defineRoute({
    ...reads,
    path: `${ROOT}/invoices/{invoice_id}`,
    operationId: 'showPortalInvoice',
    summary: 'Show an invoice in the customer portal',
    description: 'An HTML page in the customer portal.',
    params: invoiceParams,
    errors: notFound,
    handle: (request) =>
      within(deps, request, async (portal) => {
        const invoice = await findTheirInvoice(deps.db, portal, request.params.invoice_id);
        if (!invoice) return undefined;
        const pdf = `${ownName(request.params.invoice_id)}/pdf`;
        const actions = {
          isPayable: isPayable(invoice),
          pdf,
          back: `../../${portal.session.token}`,
        };
        return showInvoice(deps, invoice, request, actions);
      }),
  });

const payRoute = (deps: InvoicePageDeps) =>
  defineRoute({
    ...writes,
    path: `${ROOT}/invoices/{invoice_id}`,
    operationId: 'payPortalInvoice',
    summary: 'Redirect a customer to the payment page of an invoice',
    description: 'Redirects to the payment page, or back if nothing is owed.',
    params: invoiceParams,
    errors: mayFail,
    timeoutMs: 5_000,
    handle: (request) =>
      within(deps, request, async (portal) => {
        const { requestId, params } = request;
        const invoice = await findTheirInvoice(deps.db, portal, params.invoice_id);
        if (!invoice) return undefined;
        const url = await findPaymentUrl(deps, invoice.id, requestId);
        return seeOther(url ?? ownName(params.invoice_id));
      }),
  });

const pdfRoute = (deps: InvoicePageDeps) =>
  defineRoute({
    ...reads,
    path: `${ROOT}/invoices/{invoice_id}/pdf`,
    operationId: 'getPortalInvoicePdf',
    summary: 'Download an invoice as its customer',
    description: 'The same PDF as for the seller.',
    params: invoiceParams,
    mediaType: 'application/pdf',
    replies: { 200: fileReply('A file.') },
    errors: notFound,
    timeoutMs: DRAW_TIMEOUT_MS,
    async handle(request) {
      const portal = await openPortal(deps, request.params.token, request);
      const invoice =
        portal && (await findTheirInvoice(deps.db, portal, request.params.invoice_id));
      if (!invoice) return renderFailure({ status: 404 }, request.acceptLanguage);
      return drawInvoice(deps, invoice, request);
    },
  });

/** The page's own relative name, for links to pages beside it. */
function ownName(id: Uuid): string {
  return `./${toPublicId('invoice', id)}`;
}
