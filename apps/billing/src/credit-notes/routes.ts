import {
  creditDestinations,
  creditNoteSchema,
  creditReasons,
  type ErrorCode,
  type Reply,
} from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import {
  accountFields,
  amountField,
  amountFields,
  cursorFields,
  defineRoute,
  emailField,
  filterField,
  idempotencyKeyOf,
  idField,
  idParams,
  listReply,
  notFound,
  oneCursor,
  type Route,
  referenceFilter,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import { assertMayWrite, assertSells } from '../accounts/permissions.ts';
import { type DocumentsDeps, drawCreditNote, showCreditNote } from '../documents/operations.ts';
import { DRAW_TIMEOUT_MS } from '../documents/pdf/draw.ts';
import type { Invoice } from '../invoices/model.ts';
import { getVisibleInvoice } from '../invoices/operations.ts';
import { parseLineId } from '../invoices/resource.ts';
import { toJsonText } from '../json-text.ts';
import { causeOf } from '../subscriptions/fields.ts';
import type { CreditRequest } from './model.ts';
import { type CreditNotesDeps, getVisibleNote, listCreditNotes } from './operations.ts';
import { toCreditNoteResource } from './resource.ts';
import { type CreditNoteRequest, newCreditNoteRequest } from './saga.ts';

const LINES_MAX = 500;

export interface CreditNoteRouteDeps extends CreditNotesDeps, DocumentsDeps {
  readonly beginCreditNote: (
    request: CreditNoteRequest,
    key: IdempotencyKey | undefined,
  ) => Promise<Reply>;
}

const errors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
];

const bodyFields = z
  .object({
    invoice_id: idField('invoice'),
    amount: amountField.nullish(),
    lines: z
      .array(
        z.object({
          line_id: z.string({ error: 'must be the id of a line of the invoice' }),
          amount: amountField.nullish(),
        }),
      )
      .min(1, 'must have at least one entry')
      .max(LINES_MAX, `must have at most ${LINES_MAX} entries`)
      .nullish(),
    credit_to: z.enum(creditDestinations).nullish(),
    reason: z.enum(creditReasons).default('other'),
    memo: text(1_000).nullish(),
  })
  .refine(({ amount, lines }) => amount == null || lines == null, {
    path: ['amount'],
    error: 'must not stand beside lines: say how much of each',
  });

export function creditNoteRoutes(deps: CreditNoteRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), pageRoute(deps), pdfRoute(deps)];
}

function listRoute(deps: CreditNoteRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/credit_notes',
    operationId: 'listCreditNotes',
    summary: 'List credit notes, newest first',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('creditNote'),
        invoice_id: filterField('invoice'),
        customer_id: z.string().optional(),
        customer_email: emailField.optional(),
        number: referenceFilter.optional(),
        ...amountFields,
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(creditNoteSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listCreditNotes(deps, caller, query),
    }),
  });
}

function createRoute(deps: CreditNoteRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/credit_notes',
    operationId: 'createCreditNote',
    summary: 'Take back all of an invoice, lines of it, or an amount',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: bodyFields,
    replies: { 201: creditNoteSchema },
    errors,
    timeoutMs: 10_000,
    async handle(request) {
      const { body, caller } = request;
      assertMayWrite({ errors }, caller);
      if (body.invoice_id === undefined) throw notFound('invoice');
      const invoice = await getVisibleInvoice(deps, caller, body.invoice_id);
      assertSells({ errors }, caller, invoice, 'only who has sent an invoice may credit it');
      const { credit_to, reason, memo, lines, ...rest } = body;
      const crediting = {
        request: toRequest(invoice, { lines, ...rest }),
        destination: credit_to ?? undefined,
        reason,
        memo: memo ?? null,
      };
      const key = idempotencyKeyOf('POST /v1/credit_notes', request, toJsonText(body));
      const begun = newCreditNoteRequest(invoice.id, crediting, causeOf(request));
      return deps.beginCreditNote(begun, key);
    },
  });
}

function getRoute(deps: CreditNoteRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/credit_notes/{credit_note_id}',
    operationId: 'getCreditNote',
    summary: 'Retrieve a credit note',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ credit_note_id: 'creditNote' }),
    replies: { 200: creditNoteSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params, caller }) => ({
      status: 200,
      body: toCreditNoteResource(await getVisibleNote(deps, caller, params.credit_note_id)),
    }),
  });
}

function pageRoute(deps: CreditNoteRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/credit_notes/{credit_note_id}/page',
    operationId: 'getCreditNotePage',
    summary: 'A credit note as a page to print or to send',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ credit_note_id: 'creditNote' }),
    mediaType: 'text/html',
    replies: { 200: z.string().meta({ description: 'A page for people.' }) },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller, requestId, acceptLanguage }) {
      const note = await getVisibleNote(deps, caller, params.credit_note_id);
      return showCreditNote(deps, note, { requestId, acceptLanguage });
    },
  });
}

function pdfRoute(deps: CreditNoteRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/credit_notes/{credit_note_id}/pdf',
    operationId: 'getCreditNotePdf',
    summary: 'A credit note as PDF/A-3, with its e-invoice where that has room for it',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ credit_note_id: 'creditNote' }),
    mediaType: 'application/pdf',
    replies: { 200: z.string().meta({ description: 'A file.' }) },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    timeoutMs: DRAW_TIMEOUT_MS,
    async handle({ params, caller, requestId, acceptLanguage }) {
      const note = await getVisibleNote(deps, caller, params.credit_note_id);
      return drawCreditNote(deps, note, { requestId, acceptLanguage });
    },
  });
}

/** @throws AppError not_found for a line that the invoice has not. */
function toRequest(
  invoice: Invoice,
  { amount, lines }: Pick<z.output<typeof bodyFields>, 'amount' | 'lines'>,
): CreditRequest {
  if (lines)
    return {
      kind: 'lines',
      lines: lines.map((line) => {
        const named = parseLineId(line.line_id);
        if (named?.invoiceId !== invoice.id || !invoice.lines[named.index])
          throw notFound('invoice line');
        return { index: named.index, amount: line.amount ?? undefined };
      }),
    };
  return amount == null ? { kind: 'all' } : { kind: 'amount', amount };
}
