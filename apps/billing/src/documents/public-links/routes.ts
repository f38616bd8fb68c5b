import { publicLinkSchema } from '@florin/contracts';
import {
  type ApiRequest,
  defineRoute,
  fileReply,
  idempotencyKeyOf,
  idParams,
  type Route,
} from '@florin/http-api';
import { renderFailure, seeOther } from '@florin/pages';
import { z } from 'zod';
import { assertSells, CHANGE_ERRORS } from '../../accounts/permissions.ts';
import { getVisibleInvoice } from '../../invoicing/invoices/operations.ts';
import { type DocumentsDeps, drawInvoice, showInvoice } from '../drawing/operations.ts';
import { DRAW_TIMEOUT_MS } from '../drawing/pdf/draw.ts';
import {
  findPaymentUrl,
  isPayable,
  makePublicLink,
  openPublicLink,
  type PublicLinkDeps,
  revokePublicLink,
} from './operations.ts';
import { TOKEN } from './queries.ts';

export type PublicLinkRouteDeps = PublicLinkDeps & DocumentsDeps;

const PATH = '/v1/invoices/{invoice_id}/public_link';
const errors = CHANGE_ERRORS;
/** Shared definition of the seller's operations. */
const door = {
  path: PATH,
  token: 'session_or_key',
  scope: 'subscriptions:write',
  takesIdempotencyKey: true,
  params: idParams({ invoice_id: 'invoice' }),
  errors,
} as const;

/** Definition of the public page. Malformed tokens are not found. */
const page = {
  path: '/i/{token}',
  token: 'none',
  params: z.object({ token: z.string().regex(TOKEN).describe('Secret token of the link.') }),
  showError: renderFailure,
} as const;
const pageReply = z.string().meta({ description: 'An HTML page.' });

export function publicLinkRoutes(deps: PublicLinkRouteDeps): readonly Route[] {
  const open = async ({ params, requestId, acceptLanguage }: PageRequest) => ({
    invoice: await openPublicLink(deps, params.token),
    reader: { requestId, acceptLanguage },
  });
  return [
    defineRoute({
      ...door,
      method: 'POST',
      operationId: 'createInvoicePublicLink',
      summary: 'Create or retrieve the public link of an invoice',
      description:
        'Returns a URL that opens the invoice without a login, the same one until it is revoked. Anyone with the URL can view, pay and download the invoice, so send it only to the customer. `409` for a draft.',
      body: z.object({}),
      isBodyOptional: true,
      replies: { 200: publicLinkSchema },
      async handle(request) {
        const { caller, params } = request;
        const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
        assertSells({ errors }, caller, invoice, 'only the seller of an invoice can share it');
        const key = idempotencyKeyOf(`POST ${PATH}`, request, [invoice.id]);
        return makePublicLink(deps, invoice, key);
      },
    }),
    defineRoute({
      ...door,
      errors: ['unauthorized', 'forbidden', 'not_found'],
      method: 'DELETE',
      operationId: 'revokeInvoicePublicLink',
      summary: 'Revoke the public link of an invoice',
      description: 'The URL stops working permanently; a new link has another URL. Idempotent.',
      replies: {
        200: publicLinkSchema
          .omit({ url: true, created_at: true })
          .extend({ deleted: z.literal(true).describe('Always true.') })
          .meta({ id: 'RevokedPublicLink', description: 'A revoked public link.' }),
      },
      async handle(request) {
        const { caller, params } = request;
        const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
        assertSells(
          { errors },
          caller,
          invoice,
          'only the seller of an invoice can revoke its link',
        );
        const key = idempotencyKeyOf(`DELETE ${PATH}`, request, [invoice.id]);
        return revokePublicLink(deps, invoice, key);
      },
    }),
    defineRoute({
      ...page,
      method: 'GET',
      operationId: 'showPublicInvoice',
      summary: 'Show a public invoice page',
      description: "A page in the customer's language. Anyone with the URL can view the invoice.",
      replies: { 200: pageReply },
      errors: ['not_found'],
      async handle(request) {
        const { invoice, reader } = await open(request);
        if (!invoice) return renderFailure({ status: 404 }, request.acceptLanguage);
        const pdf = `./${request.params.token}/pdf`;
        return showInvoice(deps, invoice, reader, {
          isPayable: isPayable(invoice),
          pdf,
          back: null,
        });
      },
    }),
    defineRoute({
      ...page,
      method: 'POST',
      operationId: 'payPublicInvoice',
      summary: 'Redirect a customer to the payment page of an invoice',
      description: 'Redirects to the payment page, or back if nothing is owed.',
      replies: { 303: pageReply },
      errors: ['invalid_request', 'not_found'],
      timeoutMs: 5_000,
      async handle(request) {
        const { invoice } = await open(request);
        if (!invoice) return renderFailure({ status: 404 }, request.acceptLanguage);
        const url = await findPaymentUrl(deps, invoice.id, request.requestId);
        // If nothing is left to pay, the page says so.
        return seeOther(url ?? `./${request.params.token}`);
      },
    }),
    defineRoute({
      ...page,
      method: 'GET',
      path: `${page.path}/pdf`,
      operationId: 'getPublicInvoicePdf',
      summary: 'Download an invoice as its customer',
      description: 'The same PDF as for the seller.',
      mediaType: 'application/pdf',
      replies: { 200: fileReply('A file.') },
      errors: ['not_found'],
      timeoutMs: DRAW_TIMEOUT_MS,
      async handle(request) {
        const { invoice, reader } = await open(request);
        if (!invoice) return renderFailure({ status: 404 }, request.acceptLanguage);
        return drawInvoice(deps, invoice, reader);
      },
    }),
  ];
}

type PageRequest = Pick<
  ApiRequest<{ readonly token: string }, unknown, unknown>,
  'params' | 'requestId' | 'acceptLanguage'
>;
