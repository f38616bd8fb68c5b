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
      .describe('How much is taken back, with its tax, in minor units; not beside `lines`.'),
    lines: z
      .array(
        z
          .object({
            line_id: z.string({ error: 'must be the id of a line of the invoice' }).meta({
              description: 'Line of the invoice (`li_…`).',
              pattern: LINE_ID.source,
            }),
            amount: amountField
              .nullish()
              .describe(
                'How much of it, with its tax, in minor units; without it, all that is left.',
              ),
          })
          .meta({ id: 'NewCreditNoteLine', description: 'What is taken back of a line.' }),
      )
      .min(1, 'must have at least one entry')
      .max(LINES_MAX, `must have at most ${LINES_MAX} entries`)
      .nullish()
      .describe('Lines of the invoice that are taken back; without them and `amount`, all of it.'),
    credit_to: z
      .enum(creditDestinations)
      .nullish()
      .describe(
        'Where the worth of it goes. `invoice`: less is owed of it; `balance`: credit for later invoices; `card`: back by the way it was paid; `outside`: it was given back outside of Florin. Without it: `invoice` while that is owed, otherwise `balance`.',
      ),
    reason: z.enum(creditReasons).default('other').describe('Why, for your books.'),
    memo: text(1_000).nullish().describe('What you say on it: at most 1000 characters.'),
  })
  .refine(({ amount, lines }) => amount == null || lines == null, {
    path: ['amount'],
    error: 'must not stand beside lines: say how much of each',
  })
  .meta({ id: 'NewCreditNote', description: 'What is to be taken back of an invoice.' });

export function creditNoteRoutes(deps: CreditNoteRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), pageRoute(deps), pdfRoute(deps)];
}

function listRoute(deps: CreditNoteRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/credit_notes',
    operationId: 'listCreditNotes',
    onlyReads: true,
    summary: 'List credit notes, newest first',
    description:
      'Whoever sees several accounts sees the credit notes of all of them, unless `account_id` names one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('creditNote'),
        invoice_id: filterField('invoice'),
        customer_id: z
          .string()
          .optional()
          .describe(
            'Only those of this customer or account, by its id or by your own name for it.',
          ),
        customer_email: emailField.optional().describe('Only those of customers with this email.'),
        number: referenceFilter.optional().meta({
          description: 'Only the one with this number, as documents show it.',
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
    summary: 'Take back all of an invoice, lines of it, or an amount',
    description:
      'Takes back what `lines` or `amount` say, otherwise all that is left of the invoice, with the shares of each tax. What is still owed becomes less; what was paid becomes credit, or goes back to the card before the note gets its number. More than is left, or a refund that is refused, is answered with 409.',
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
    onlyReads: true,
    summary: 'Retrieve a credit note',
    description: 'Answers a credit note, which never changes.',
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
    description: 'One HTML page that loads nothing, to print or to send.',
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
    description:
      'The PDF is kept as it was first drawn, and its SHA-256 is in `ETag` and `Repr-Digest`. With its e-invoice, where the norm has room for it. Where too many are being drawn the answer is 503 with `Retry-After`.',
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
