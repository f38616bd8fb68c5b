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
import { assertSells, CHANGE_ERRORS } from '../accounts/permissions.ts';
import { type DocumentsDeps, drawInvoice, showInvoice } from '../documents/operations.ts';
import { DRAW_TIMEOUT_MS } from '../documents/pdf/draw.ts';
import { getVisibleInvoice } from '../invoices/operations.ts';
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
  params: z.object({ token: z.string().regex(TOKEN).describe('What only the link knows.') }),
  showError: renderFailure,
} as const;
const pageReply = z.string().meta({ description: 'A page for people.' });

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
      summary: 'Find or make the page of an invoice that its customer opens without a login',
      description:
        'Answers the same address until it is revoked; once it was, another one. Whoever knows it may see, pay and download the invoice, so send it to nobody but its customer. A draft has none (409).',
      body: z.object({}),
      isBodyOptional: true,
      replies: { 200: publicLinkSchema },
      async handle(request) {
        const { caller, params } = request;
        const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
        assertSells({ errors }, caller, invoice, 'only who has sent an invoice may show it');
        const key = idempotencyKeyOf(`POST ${PATH}`, request, [invoice.id]);
        return makePublicLink(deps, invoice, key);
      },
    }),
    defineRoute({
      ...door,
      errors: ['unauthorized', 'forbidden', 'not_found'],
      method: 'DELETE',
      operationId: 'revokeInvoicePublicLink',
      summary: 'Revoke the page of an invoice: its address leads nowhere from now on',
      description:
        'For good: another link has another address. Answers the same where there was none.',
      replies: {
        200: publicLinkSchema
          .omit({ url: true, created_at: true })
          .extend({ deleted: z.literal(true).describe('Always true: it leads nowhere.') })
          .meta({ id: 'RevokedPublicLink', description: 'That the page of an invoice is gone.' }),
      },
      async handle(request) {
        const { caller, params } = request;
        const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
        assertSells({ errors }, caller, invoice, 'only who has sent an invoice may hide it');
        const key = idempotencyKeyOf(`DELETE ${PATH}`, request, [invoice.id]);
        return revokePublicLink(deps, invoice, key);
      },
    }),
    defineRoute({
      ...page,
      method: 'GET',
      operationId: 'showPublicInvoice',
      summary: 'Show an invoice to its customer',
      description:
        'A page for people, in their language. Whoever knows its address sees the invoice.',
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
      summary: 'Lead a customer to where an invoice is paid',
      description: 'Leads on to the page of payment, or back where nothing is left to pay.',
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
      summary: 'An invoice as PDF for its customer',
      description: 'The same file as its seller gets.',
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
