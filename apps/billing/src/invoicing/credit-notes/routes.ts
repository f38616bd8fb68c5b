import { creditDestinations, creditNoteSchema, creditReasons, type Reply } from '@florin/contracts';
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
import { assertMayWrite, assertSells, CHANGE_ERRORS } from '../../accounts/permissions.ts';
import { causeOf } from '../../domain/cause.ts';
import type { CreditRequest } from '../../domain/invoice/credit-note.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import { toCreditNoteResource } from '../../domain/resources/credit-note.ts';
import { LINE_ID, parseLineId } from '../../domain/resources/invoice.ts';
import { toJsonText } from '../../json-text.ts';
import { getVisibleInvoice } from '../invoices/operations.ts';
import { type CreditNotesDeps, getVisibleNote, listCreditNotes } from './operations.ts';
import { type CreditNoteRequest, newCreditNoteRequest } from './saga.ts';

const LINES_MAX = 500;

export interface CreditNoteRouteDeps extends CreditNotesDeps {
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
  return [listRoute(deps), createRoute(deps), getRoute(deps)];
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
