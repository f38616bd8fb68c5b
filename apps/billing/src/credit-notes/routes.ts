import { creditDestinations, creditNoteSchema, creditReasons, type Reply } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import {
  accountFields,
  amountField,
  amountFields,
  cursorFields,
  defineRoute,
  emailField,
  fileReply,
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
import { assertMayWrite, assertSells, CHANGE_ERRORS } from '../accounts/permissions.ts';
import { type DocumentsDeps, drawCreditNote, showCreditNote } from '../documents/operations.ts';
import { DRAW_TIMEOUT_MS } from '../documents/pdf/draw.ts';
import type { Invoice } from '../invoices/model.ts';
import { getVisibleInvoice } from '../invoices/operations.ts';
import { LINE_ID, parseLineId } from '../invoices/resource.ts';
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

const errors = CHANGE_ERRORS;

const bodyFields = z
  .object({
    invoice_id: idField('invoice'),
    amount: amountField
      .nullish()
      .describe('Amount to credit, with tax, in minor units. Not together with `lines`.'),
    lines: z
      .array(
        z
          .object({
            line_id: z.string({ error: 'must be the id of an invoice line' }).meta({
              description: 'Invoice line (`li_…`).',
              pattern: LINE_ID.source,
            }),
            amount: amountField
              .nullish()
              .describe(
                'Amount of the line to credit, with tax, in minor units. Default: the rest of the line.',
              ),
          })
          .meta({ id: 'NewCreditNoteLine', description: 'An invoice line to credit.' }),
      )
      .min(1, 'must have at least one entry')
      .max(LINES_MAX, `must have at most ${LINES_MAX} entries`)
      .nullish()
      .describe(
        'Invoice lines to credit. Without `lines` and `amount`, the whole invoice is credited.',
      ),
    credit_to: z
      .enum(creditDestinations)
      .nullish()
      .describe(
        'Where the credited amount goes. `invoice`: reduces the amount owed; `balance`: credit for later invoices; `card`: refund to the original payment method; `outside`: refunded outside of Florin. Default: `invoice` while the invoice is unpaid, otherwise `balance`.',
      ),
    reason: z.enum(creditReasons).default('other').describe('Reason, for your books.'),
    memo: text(1_000).nullish().describe('Note on the document: at most 1000 characters.'),
  })
  .refine(({ amount, lines }) => amount == null || lines == null, {
    path: ['amount'],
    error: 'cannot be combined with lines; set the amount of each line',
  })
  .meta({ id: 'NewCreditNote', description: 'A credit note to create.' });

export function creditNoteRoutes(deps: CreditNoteRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), pageRoute(deps), pdfRoute(deps)];
}

function listRoute(deps: CreditNoteRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/credit_notes',
    operationId: 'listCreditNotes',
    onlyReads: true,
    summary: 'List credit notes',
    description:
      'Callers that can read several accounts get the credit notes of all of them; `account_id` selects one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('creditNote'),
        invoice_id: filterField('invoice'),
        customer_id: z
          .string()
          .optional()
          .describe('Filter by customer or account: its id or your own id of it.'),
        customer_email: emailField.optional().describe('Filter by customer email.'),
        number: referenceFilter.optional().meta({
          description: 'Filter by the number on documents.',
          examples: ['CN-17'],
        }),
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
    summary: 'Create a credit note',
    description:
      'Credits `lines` or `amount`, or by default the rest of the invoice, with the tax shares. An unpaid amount is reduced; a paid amount becomes credit, or is refunded to the card before the credit note gets its number. `409` if more is credited than is left, or the refund is refused.',
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
      assertSells({ errors }, caller, invoice, 'only the seller of an invoice can credit it');
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
    onlyReads: true,
    summary: 'Retrieve a credit note',
    description: 'Returns the credit note. A credit note never changes.',
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
    summary: 'Retrieve a credit note as an HTML page',
    description: 'A self-contained HTML page, to print or send.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ credit_note_id: 'creditNote' }),
    mediaType: 'text/html',
    replies: { 200: z.string().meta({ description: 'An HTML page.' }) },
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
    summary: 'Retrieve a credit note as PDF',
    description:
      'PDF/A-3, with an e-invoice if EN 16931 can represent the document. The PDF is stored when it is first generated; its SHA-256 is in `ETag` and `Repr-Digest`. 503 with `Retry-After` if too many PDFs are being generated.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ credit_note_id: 'creditNote' }),
    mediaType: 'application/pdf',
    replies: { 200: fileReply('A file.') },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    timeoutMs: DRAW_TIMEOUT_MS,
    async handle({ params, caller, requestId, acceptLanguage }) {
      const note = await getVisibleNote(deps, caller, params.credit_note_id);
      return drawCreditNote(deps, note, { requestId, acceptLanguage });
    },
  });
}

/** @throws AppError not_found for a line that the invoice does not have. */
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
