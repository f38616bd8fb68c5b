import {
  AppError,
  deletedPriceSchema,
  type ErrorCode,
  priceSchema,
  taxBehaviors,
} from '@florin/contracts';
import {
  accountFields,
  currencyField,
  cursorFields,
  defineRoute,
  filterField,
  idempotencyKeyOf,
  idField,
  idParams,
  listReply,
  metadataField,
  nameField,
  oneCursor,
  type Route,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import type { AccountsDeps } from '../../accounts/find.ts';
import { assertSells, CHANGE_ERRORS, getOpenAccount } from '../../accounts/permissions.ts';
import { toPriceResource } from '../../domain/resources/catalogue.ts';
import { isIssue, readUnitPrice, schemeFields, toHashable } from '../../fields/price.ts';
import { activeField, boundedInterval, intervalFields, slugField } from '../fields.ts';
import { type CatalogueDeps, getVisibleProduct } from '../products/operations.ts';
import {
  createPrice,
  deletePrice,
  getVisiblePrice,
  listPrices,
  updatePrice,
} from './operations.ts';

const NOT_YOURS = 'only the account that sells the product can change its prices';
const path = '/v1/prices/{price_id}';
const params = idParams({ price_id: 'price' });
const createErrors: readonly ErrorCode[] = [...CHANGE_ERRORS, 'currency_mismatch'];

const recurringField = z.object(intervalFields).refine(...boundedInterval);

const keyFields = {
  transfer_lookup_key: z
    .boolean()
    .default(false)
    .describe('Whether the `lookup_key` moves here from the price that has it. Default: false.'),
  metadata: metadataField
    .nullish()
    .describe('Your own key-value data: at most 50 keys and 16384 bytes as JSON.'),
};

const newPriceSchema = z
  .object({
    product_id: idField('product').describe('Product that the price is for (`prod_…`).'),
    name: nameField.optional().meta({
      description: 'Name on invoices and pages. Default: the name of the product.',
      examples: ['Team seat'],
    }),
    lookup_key: slugField.optional().meta({
      description:
        'A name of your own: 1 to 64 lowercase letters, digits, `_` and `-`. `plan` of a subscription accepts it. `409` if another price has it, unless `transfer_lookup_key` is set.',
      examples: ['team_monthly'],
    }),
    currency: currencyField.optional(),
    recurring: recurringField.nullish().meta({
      id: 'NewPriceRecurrence',
      description: 'Billing period; absent for a one-time price.',
    }),
    ...schemeFields,
    tax_behavior: z
      .enum(taxBehaviors)
      .nullish()
      .describe('Whether the price includes tax. Default: the setting of the seller profile.'),
    ...keyFields,
  })
  .meta({ id: 'NewPrice', description: 'A price to create.' })
  .transform((body, context) => {
    const amount = readUnitPrice(body);
    if (!isIssue(amount)) return { ...body, amount };
    const [at, message] = amount;
    context.issues.push({ code: 'custom', input: body, path: [...at], message });
    return z.NEVER;
  });

type PriceRouteDeps = CatalogueDeps & AccountsDeps;

export function priceRoutes(deps: PriceRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), updateRoute(deps), deleteRoute(deps)];
}

function listRoute(deps: PriceRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/prices',
    operationId: 'listPrices',
    onlyReads: true,
    summary: 'List prices',
    description:
      'Newest first, without the starter plans. Callers that can read several accounts get the prices of all of them; `account_id` selects one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('price'),
        product_id: filterField('product'),
        lookup_key: text(100)
          .optional()
          .meta({ description: 'Filter by lookup key.', examples: ['team_monthly'] }),
        active: activeField('prices'),
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(priceSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listPrices(deps, caller, query),
    }),
  });
}

function createRoute(deps: PriceRouteDeps) {
  return defineRoute({
    method: 'POST',
    path: '/v1/prices',
    operationId: 'createPrice',
    summary: 'Create a price',
    description:
      'The amounts of a price never change: to charge a different amount, create another price and move the `lookup_key` to it with `transfer_lookup_key`. Existing subscriptions keep their price. The price of a quantity is exact and rounded half up once a period. It is in the currency of the account.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: newPriceSchema,
    replies: { 201: priceSchema },
    errors: createErrors,
    async handle(request) {
      const { body, caller, requestId } = request;
      const { id, accountId } = await getVisibleProduct(deps, caller, body.product_id);
      assertSells({ errors: createErrors }, caller, { sellerId: accountId }, NOT_YOURS);
      const { currency } = await getOpenAccount(deps, accountId, requestId);
      if (body.currency !== undefined && body.currency !== currency)
        throw new AppError(
          'currency_mismatch',
          `currency: prices of this account are in ${currency}`,
        );
      const { recurring } = body;
      const input = {
        name: body.name,
        lookupKey: body.lookup_key ?? null,
        transfersKey: body.transfer_lookup_key,
        amount: body.amount,
        currency,
        recurring: recurring
          ? { interval: recurring.interval, intervalCount: recurring.interval_count }
          : null,
        taxBehavior: body.tax_behavior ?? null,
        metadata: body.metadata ?? {},
      };
      const key = idempotencyKeyOf('POST /v1/prices', request, {
        ...input,
        productId: id,
        amount: toHashable(input.amount),
      });
      return createPrice(deps, id, input, key);
    },
  });
}

function getRoute(deps: PriceRouteDeps) {
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'getPrice',
    onlyReads: true,
    summary: 'Retrieve a price',
    description: 'To find one by its lookup key: `GET /v1/prices?lookup_key=…`.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params,
    replies: { 200: priceSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params: { price_id: id }, caller }) => ({
      status: 200,
      body: toPriceResource(await getVisiblePrice(deps, caller, id)),
    }),
  });
}

function updateRoute(deps: PriceRouteDeps) {
  return defineRoute({
    method: 'PATCH',
    path,
    operationId: 'updatePrice',
    summary: 'Update a price',
    description:
      'Omitted fields stay. The amounts, the currency, the interval and the tax cannot change. `active` false ends its sale; running subscriptions keep it. A new name applies to subscriptions and invoices that are created later.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params,
    body: z
      .object({
        name: nameField.optional(),
        lookup_key: slugField.nullish().describe('Another lookup key; null removes it.'),
        active: z.boolean().optional().describe('Whether it can be sold.'),
        ...keyFields,
      })
      .meta({ id: 'PriceUpdate', description: 'Changes to a price.' }),
    isBodyOptional: true,
    replies: { 200: priceSchema },
    errors: CHANGE_ERRORS,
    async handle(request) {
      const { body, caller, params: given } = request;
      const { id, accountId } = await getVisiblePrice(deps, caller, given.price_id);
      assertSells({ errors: CHANGE_ERRORS }, caller, { sellerId: accountId }, NOT_YOURS);
      const change = {
        name: body.name,
        lookupKey: body.lookup_key,
        transfersKey: body.transfer_lookup_key,
        isActive: body.active,
        metadata: body.metadata,
      };
      return updatePrice(deps, id, change, idempotencyKeyOf(`PATCH ${path}`, request, [id, body]));
    },
  });
}

function deleteRoute(deps: PriceRouteDeps) {
  return defineRoute({
    method: 'DELETE',
    path,
    operationId: 'deletePrice',
    summary: 'Delete a price',
    description:
      'For prices that were never sold or quoted to a subscription; `409` otherwise. Deactivate it instead.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    params,
    replies: { 200: deletedPriceSchema },
    errors: CHANGE_ERRORS,
    async handle({ caller, params: given }) {
      const price = await getVisiblePrice(deps, caller, given.price_id);
      const seller = { sellerId: price.accountId };
      assertSells({ errors: CHANGE_ERRORS }, caller, seller, NOT_YOURS);
      return deletePrice(deps, price);
    },
  });
}
