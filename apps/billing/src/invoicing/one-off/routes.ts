import {
  type CollectionMethod,
  deletedInvoiceSchema,
  linkedInvoiceSchema,
  type Reply,
  type Uuid,
} from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { defineRoute, idempotencyKeyOf, idParams, notFound, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { AccountsDeps } from '../../accounts/find.ts';
import {
  actingFor,
  actingForField,
  assertMayWrite,
  assertSells,
  CHANGE_ERRORS,
  getOpenAccount,
} from '../../accounts/permissions.ts';
import type { ProcessorsClient } from '../../clients.ts';
import { findDefaultMethod } from '../../customers/methods.ts';
import { getVisibleCustomer } from '../../customers/operations.ts';
import { collectionOf } from '../../domain/billing-terms.ts';
import { causeOf } from '../../domain/cause.ts';
import type { Customer } from '../../domain/customer.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import { type Item, isCharged, itemsOf } from '../../domain/invoice/one-off.ts';
import { type LinkRequest, newChargeRequest } from '../../domain/payment-link.ts';
import { toHashable } from '../../fields/price.ts';
import { findCustomer } from '../../records/customers-queries.ts';
import { getVisibleInvoice } from '../invoices/operations.ts';
import { draftFields } from './fields.ts';
import { type ItemInput, readItems } from './items.ts';
import {
  changeDraft,
  createDraft,
  deleteDraft,
  finalizeDraft,
  type OneOffDeps,
  type RequestedFields,
} from './operations.ts';

interface OneOffRouteDeps extends OneOffDeps, AccountsDeps {
  readonly processors: ProcessorsClient;
  readonly beginLink: (request: LinkRequest, key: IdempotencyKey | undefined) => Promise<Reply>;
}

const errors = CHANGE_ERRORS;

/** Shared definition of the operations on a draft. */
const changing = {
  token: 'session_or_key',
  scope: 'subscriptions:write',
  takesIdempotencyKey: true,
  params: idParams({ invoice_id: 'invoice' }),
  errors,
} as const;

const NOT_YOURS = 'only the seller of an invoice can change it';

export function oneOffInvoiceRoutes(deps: OneOffRouteDeps): readonly Route[] {
  return [createRoute(deps), changeRoute(deps), deleteRoute(deps), finalizeRoute(deps)];
}

function createRoute(deps: OneOffRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/invoices',
    operationId: 'createInvoice',
    summary: 'Create a one-off invoice',
    description:
      "Creates a draft, which can be changed or deleted and is not owed. Finalizing or sending it assigns a number, the current taxes and parties, and with `collection_method` `charge_automatically` charges the customer's saved payment method. `400` if the customer has no payment method that can be charged, or amounts and taxes exceed 9007199254740991 minor units (2^53 − 1).",
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        customer_id: z
          .string({ error: 'must be a customer id' })
          .describe('Buyer: a customer (`cus_…`), or your own id of one.'),
        ...draftFields,
        lines: draftFields.lines.default([]),
        account_id: actingForField,
      })
      .meta({ id: 'NewInvoice', description: 'A one-off invoice to create.' }),
    replies: { 201: linkedInvoiceSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors }, caller);
      const customer = await getVisibleCustomer(deps, caller, body.customer_id);
      const acting = actingFor(caller, body.account_id);
      if (acting !== undefined && acting !== customer.accountId) throw notFound('customer');
      const seller = await getOpenAccount(deps, customer.accountId, requestId);
      const { currency } = seller;
      const fields = {
        items: await readItems(deps.db, seller, body.lines),
        memo: body.memo ?? null,
        poNumber: body.po_number ?? null,
        ...collectionFor(body, customer),
      };
      const key = idempotencyKeyOf('POST /v1/invoices', request, toKeyed(body));
      const charged = fields.collectionMethod === 'charge_automatically' ? customer : undefined;
      const refusal = charged && (await refusalOfCharge(deps, charged, requestId));
      const { discounts } = body;
      const cause = causeOf(request);
      return createDraft(deps, customer, currency, fields, { key, cause, refusal, discounts });
    },
  });
}

function changeRoute(deps: OneOffRouteDeps): Route {
  return defineRoute({
    ...changing,
    method: 'PATCH',
    path: '/v1/invoices/{invoice_id}',
    operationId: 'updateInvoice',
    summary: 'Update a draft invoice',
    description:
      'For drafts only: `409` once the invoice has a number. Omitted fields stay; `lines` replaces all lines and `discounts` all discounts. `400` if amounts and taxes exceed 9007199254740991 minor units (2^53 − 1).',
    body: z
      .object({ ...draftFields, lines: draftFields.lines.optional() })
      .meta({ id: 'InvoiceUpdate', description: 'Changes to a draft.' }),
    isBodyOptional: true,
    replies: { 200: linkedInvoiceSchema },
    async handle(request) {
      const { body, caller, params, requestId } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, NOT_YOURS);
      const key = idempotencyKeyOf('PATCH /v1/invoices/{invoice_id}', request, [
        invoice.id,
        toKeyed(body),
      ]);
      const items =
        body.lines &&
        (await readItems(
          deps.db,
          { id: invoice.sellerId, currency: invoice.currency },
          body.lines,
        ));
      const { customerId } = invoice;
      const customer = customerId === null ? undefined : await findCustomer(deps.db, customerId);
      const change = (draft: Invoice): RequestedFields => ({
        items: items ?? itemsOf(draft).map(toItem),
        memo: body.memo === undefined ? draft.memo : body.memo,
        poNumber: body.po_number === undefined ? draft.poNumber : body.po_number,
        ...collectionFor(
          {
            collection_method:
              body.collection_method === undefined
                ? draft.collectionMethod
                : body.collection_method,
            due_days: body.due_days === undefined ? draft.dueDays : body.due_days,
          },
          customer,
        ),
      });
      const isChanged = body.collection_method !== undefined;
      const charged =
        isChanged && change(invoice).collectionMethod === 'charge_automatically'
          ? customer
          : undefined;
      const refusal = charged && (await refusalOfCharge(deps, charged, requestId));
      const { discounts } = body;
      const cause = causeOf(request);
      return changeDraft(deps, invoice.id, change, { key, cause, refusal, discounts });
    },
  });
}

function deleteRoute(deps: OneOffRouteDeps): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: '/v1/invoices/{invoice_id}',
    operationId: 'deleteInvoice',
    summary: 'Delete a draft invoice',
    description: 'For drafts only: `409` once the invoice has a number. Void it instead.',
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
    summary: 'Finalize a draft invoice',
    description:
      "Assigns the seller's next number and the current taxes and parties. From then on the invoice is owed and its lines never change. With `collection_method` `charge_automatically`, the customer's default payment method is charged once: the response has the status `paid`, or `open` with a `failure_reason` and a `payment_url`, which is also mailed to the customer. `409` for a draft without lines, or with a total below zero or above 999999999999 minor units.",
    body: z.object({}),
    isBodyOptional: true,
    replies: { 200: linkedInvoiceSchema },
    timeoutMs: 5_000,
    async handle(request) {
      const { caller, params } = request;
      const invoice = await getVisibleInvoice(deps, caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, NOT_YOURS);
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/finalize', request, invoice.id);
      const cause = causeOf(request);
      return isCharged(invoice)
        ? deps.beginLink(newChargeRequest(invoice.id, cause), key)
        : finalizeDraft(deps, invoice.id, { key, cause });
    },
  });
}

/** Requested terms, or else those of the customer. */
function collectionFor(
  asked: {
    readonly collection_method?: CollectionMethod | null | undefined;
    readonly due_days?: number | null | undefined;
  },
  customer: Customer | undefined,
): Pick<RequestedFields, 'collectionMethod' | 'dueDays'> {
  const own = {
    collectionMethod: asked.collection_method ?? null,
    daysUntilDue: asked.due_days ?? null,
  };
  const { collectionMethod, daysUntilDue } = collectionOf(own, customer?.details);
  return {
    collectionMethod: collectionMethod ?? 'send_invoice',
    dueDays: daysUntilDue ?? undefined,
  };
}

/** Reason why no saved payment method of a customer can be charged; undefined if one can. */
async function refusalOfCharge(
  deps: OneOffRouteDeps,
  customer: { readonly id: Uuid; readonly accountId: Uuid },
  requestId: string,
): Promise<string | undefined> {
  return (await findDefaultMethod(deps, customer, requestId)) === undefined
    ? 'collection_method: the customer has no saved payment method that can be charged; use send_invoice, or let the customer save one first'
    : undefined;
}

function toItem(line: Invoice['lines'][number]): Item {
  return {
    description: line.description ?? '',
    quantity: line.quantity,
    unitAmount: line.unitAmount,
    taxClass: line.taxClass,
    supply: line.supply,
    isTaxInclusive: line.isTaxInclusive,
    productId: line.productId,
    startAt: line.startAt,
    endAt: line.endAt,
  };
}

/** Converts amounts to text, because hashed requests cannot contain bigints. */
function toKeyed(body: { readonly lines?: readonly ItemInput[] | undefined }): unknown {
  const lines = body.lines?.map((item) =>
    'priceId' in item ? item : { ...item, unitAmount: toHashable(item.unitAmount) },
  );
  return { ...body, lines };
}
