import {
  deletedInvoiceSchema,
  type ErrorCode,
  linkedInvoiceSchema,
  taxBehaviors,
} from '@florin/contracts';
import {
  defineRoute,
  idempotencyKeyOf,
  idParams,
  instantField,
  integerField,
  notFound,
  type Route,
  text,
} from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import type { AccountsDeps } from '../accounts/peers.ts';
import {
  actingFor,
  actingForField,
  assertMayWrite,
  assertSells,
  getOpenAccount,
} from '../accounts/permissions.ts';
import { getVisibleCustomer } from '../customers/operations.ts';
import type { Invoice } from '../invoices/model.ts';
import { getVisibleInvoice } from '../invoices/operations.ts';
import { causeOf } from '../subscriptions/fields.ts';
import { supplyField, taxClassField } from '../tax/fields.ts';
import { type DraftFields, type Item, itemsOf } from './model.ts';
import {
  changeDraft,
  createDraft,
  deleteDraft,
  finalizeDraft,
  type OneOffDeps,
} from './operations.ts';

type OneOffRouteDeps = OneOffDeps & AccountsDeps;

const ITEMS_MAX = 500;
const DUE_DAYS_MAX = 365;

const unitAmountField = integerField(
  -Number(AMOUNT_MINOR_MAX),
  Number(AMOUNT_MINOR_MAX),
  'an integer in minor units, for example 1000 for 10.00 USD',
).transform((amount) => BigInt(amount));

const itemField = z
  .object({
    description: text(500).meta({ description: 'What is sold.', examples: ['Consulting'] }),
    quantity: integerField(1, 1_000_000).default(1).describe('How many: 1 to 1000000.'),
    unit_amount: unitAmountField.describe(
      'Price of one, in minor units of the currency; negative for a discount.',
    ),
    tax_class: taxClassField.nullish().meta({
      description: 'By which rates it is taxed; without it, as `standard`.',
      examples: ['reduced'],
    }),
    supply: supplyField.nullish().meta({
      description: 'Whether services or goods are sold; without it, `services`.',
      examples: ['goods'],
    }),
    tax_behavior: z
      .enum(taxBehaviors)
      .nullish()
      .describe('Whether the price includes the tax; without it, as the seller profile says.'),
    period_start: instantField('from')
      .nullish()
      .describe('Where the time begins that it is for (RFC 3339, or a day).'),
    period_end: instantField('from')
      .nullish()
      .describe('Where that time ends (RFC 3339, or a day).'),
  })
  .meta({ id: 'NewInvoiceLine', description: 'Something that is sold once.' })
  .refine(({ period_start: from, period_end: to }) => from == null || to == null || from <= to, {
    path: ['period_end'],
    error: 'must not be before period_start',
  })
  .transform(
    (item): Item => ({
      description: item.description,
      quantity: item.quantity,
      unitAmount: item.unit_amount,
      taxClass: item.tax_class ?? undefined,
      supply: item.supply ?? undefined,
      isTaxInclusive: item.tax_behavior ? item.tax_behavior === 'inclusive' : undefined,
      startAt: item.period_start ?? undefined,
      endAt: item.period_end ?? undefined,
    }),
  );

const draftFields = {
  lines: z
    .array(itemField)
    .max(ITEMS_MAX, `must have at most ${ITEMS_MAX} entries`)
    .describe('What is sold: at most 500 lines.'),
  memo: text(1_000).nullish().describe('What you say on it: at most 1000 characters.'),
  due_days: integerField(0, DUE_DAYS_MAX)
    .nullish()
    .describe('Days that the customer has to pay it: 0 to 365; without them, as the profile says.'),
};

const errors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
];

/** What all doors of one draft have in common. */
const changing = {
  token: 'session_or_key',
  scope: 'subscriptions:write',
  takesIdempotencyKey: true,
  params: idParams({ invoice_id: 'invoice' }),
  errors,
} as const;

const NOT_YOURS = 'only who has written an invoice may change it';

export function oneOffInvoiceRoutes(deps: OneOffRouteDeps): readonly Route[] {
  return [createRoute(deps), changeRoute(deps), deleteRoute(deps), finalizeRoute(deps)];
}

function createRoute(deps: OneOffRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/invoices',
    operationId: 'createInvoice',
    summary: 'Write a one-off invoice: a draft until it is finalized or sent',
    description:
      'The draft can be changed and thrown away, and nobody owes it. Finalizing it, or sending it, gives it a number, the taxes and the parties of that moment. `400` where amounts and taxes add up to more than 9007199254740991 minor units (2^53 − 1).',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        customer_id: z
          .string({ error: 'must be the id of a customer' })
          .describe('Who buys: a customer (`cus_…`), or your own name for one.'),
        ...draftFields,
        lines: draftFields.lines.default([]),
        account_id: actingForField,
      })
      .meta({ id: 'NewInvoice', description: 'A one-off invoice to be written.' }),
    replies: { 201: linkedInvoiceSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors }, caller);
      const customer = await getVisibleCustomer(deps, caller, body.customer_id);
      const acting = actingFor(caller, body.account_id);
      if (acting !== undefined && acting !== customer.accountId) throw notFound('customer');
      const { currency } = await getOpenAccount(deps, customer.accountId, requestId);
      const fields = {
        items: body.lines,
        memo: body.memo ?? null,
        dueDays: body.due_days ?? undefined,
      };
      const key = idempotencyKeyOf('POST /v1/invoices', request, toKeyed(body));
      return createDraft(deps, customer, currency, fields, { key, cause: causeOf(request) });
    },
  });
}

function changeRoute(deps: OneOffRouteDeps): Route {
  return defineRoute({
    ...changing,
    method: 'PATCH',
    path: '/v1/invoices/{invoice_id}',
    operationId: 'updateInvoice',
    summary: 'Change a draft: lines that are given take the place of those that it has',
    description:
      'Takes drafts alone: what has a number is refused with 409. What is left out stays as it is; lines that are given take the place of all lines that it has. `400` where amounts and taxes add up to more than 9007199254740991 minor units (2^53 − 1).',
    body: z
      .object({ ...draftFields, lines: draftFields.lines.optional() })
      .meta({ id: 'InvoiceUpdate', description: 'What is to change of a draft.' }),
    isBodyOptional: true,
    replies: { 200: linkedInvoiceSchema },
    async handle(request) {
      const { body, caller, params } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, NOT_YOURS);
      const key = idempotencyKeyOf('PATCH /v1/invoices/{invoice_id}', request, [
        invoice.id,
        toKeyed(body),
      ]);
      const change = (draft: Invoice): DraftFields => ({
        items: body.lines ?? itemsOf(draft).map(toItem),
        memo: body.memo === undefined ? draft.memo : body.memo,
        dueDays:
          body.due_days === undefined ? (draft.dueDays ?? undefined) : (body.due_days ?? undefined),
      });
      return changeDraft(deps, invoice.id, change, { key, cause: causeOf(request) });
    },
  });
}

function deleteRoute(deps: OneOffRouteDeps): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: '/v1/invoices/{invoice_id}',
    operationId: 'deleteInvoice',
    summary: 'Throw a draft away',
    description:
      'Takes drafts alone: what has a number is voided instead, and refused here with 409.',
    takesIdempotencyKey: false,
    replies: { 200: deletedInvoiceSchema },
    async handle({ caller, params }) {
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, NOT_YOURS);
      return deleteDraft(deps, invoice.id);
    },
  });
}

function finalizeRoute(deps: OneOffRouteDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: '/v1/invoices/{invoice_id}/finalize',
    operationId: 'finalizeInvoice',
    summary: 'Give a draft its number: from then on it is owed, and its lines never change',
    description:
      'Gives the draft the next number of its seller, the taxes and the parties of now. From then on it is owed. A draft without lines, or whose lines come to less than zero or to more than 999999999999 minor units, is refused with 409.',
    body: z.object({}),
    isBodyOptional: true,
    replies: { 200: linkedInvoiceSchema },
    async handle(request) {
      const { caller, params } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, NOT_YOURS);
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/finalize', request, invoice.id);
      return finalizeDraft(deps, invoice.id, { key, cause: causeOf(request) });
    },
  });
}

function toItem(line: Invoice['lines'][number]): Item {
  return {
    description: line.description ?? '',
    quantity: line.quantity,
    unitAmount: line.unitAmount,
    taxClass: line.taxClass,
    supply: line.supply,
    isTaxInclusive: line.isTaxInclusive,
    startAt: line.startAt,
    endAt: line.endAt,
  };
}

/** Amounts as text: what is hashed for a key has no bigints. */
function toKeyed(body: { readonly lines?: readonly Item[] | undefined }): unknown {
  const lines = body.lines?.map((item) => ({ ...item, unitAmount: item.unitAmount.toString() }));
  return { ...body, lines };
}
