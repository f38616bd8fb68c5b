import { deletedProductSchema, type ErrorCode, productSchema } from '@florin/contracts';
import {
  accountFields,
  cursorFields,
  defineRoute,
  idempotencyKeyOf,
  idParams,
  linesField,
  listReply,
  metadataField,
  nameField,
  oneCursor,
  type Route,
  text,
} from '@florin/http-api';
import { STANDARD } from '@florin/tax';
import { z } from 'zod';
import type { AccountsDeps } from '../../accounts/find.ts';
import {
  actingForField,
  assertMayWrite,
  assertSells,
  CHANGE_ERRORS,
  getActingAccount,
} from '../../accounts/permissions.ts';
import { toProductResource } from '../../domain/resources/catalogue.ts';
import { supplyField, taxClassField } from '../../fields/tax.ts';
import { activeField } from '../fields.ts';
import {
  type CatalogueDeps,
  createProduct,
  deleteProduct,
  getVisibleProduct,
  listProducts,
  updateProduct,
} from './operations.ts';

const NOT_YOURS = 'only the account that sells the product can change it';
const path = '/v1/products/{product_id}';
const params = idParams({ product_id: 'product' });
const writeErrors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
];

const fields = {
  name: nameField.meta({ description: 'Name of the product.', examples: ['Team seat'] }),
  description: linesField(500).nullish().describe('Description for your team; null removes it.'),
  unit_label: text(40)
    .nullish()
    .meta({ description: 'Name of one unit; null removes it.', examples: ['seat'] }),
  metadata: metadataField
    .nullish()
    .describe('Your own key-value data: at most 50 keys and 16384 bytes as JSON.'),
};

type ProductRouteDeps = CatalogueDeps & AccountsDeps;

export function productRoutes(deps: ProductRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), updateRoute(deps), deleteRoute(deps)];
}

function listRoute(deps: ProductRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/products',
    operationId: 'listProducts',
    onlyReads: true,
    summary: 'List products',
    description:
      'Callers that can read several accounts get the products of all of them; `account_id` selects one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({ ...cursorFields('product'), active: activeField('products'), ...accountFields })
      .refine(...oneCursor),
    replies: { 200: listReply(productSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listProducts(deps, caller, query),
    }),
  });
}

function createRoute(deps: ProductRouteDeps) {
  return defineRoute({
    method: 'POST',
    path: '/v1/products',
    operationId: 'createProduct',
    summary: 'Create a product',
    description:
      'A product names what you sell and decides its tax. Add prices with `POST /v1/prices`. `tax_class` and `supply` never change.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        ...fields,
        tax_class: taxClassField.default(STANDARD),
        supply: supplyField.default('services'),
        account_id: actingForField,
      })
      .meta({ id: 'NewProduct', description: 'A product to create.' }),
    replies: { 201: productSchema },
    errors: writeErrors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors: writeErrors }, caller);
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const product = {
        accountId,
        name: body.name,
        description: body.description ?? null,
        unitLabel: body.unit_label ?? null,
        taxClass: body.tax_class,
        supply: body.supply,
        metadata: body.metadata ?? {},
      };
      return createProduct(deps, product, idempotencyKeyOf('POST /v1/products', request, body));
    },
  });
}

function getRoute(deps: ProductRouteDeps) {
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'getProduct',
    onlyReads: true,
    summary: 'Retrieve a product',
    description: 'Its prices: `GET /v1/prices?product_id=prod_…`.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params,
    replies: { 200: productSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params: { product_id: id }, caller }) => ({
      status: 200,
      body: toProductResource(await getVisibleProduct(deps, caller, id)),
    }),
  });
}

function updateRoute(deps: ProductRouteDeps) {
  return defineRoute({
    method: 'PATCH',
    path,
    operationId: 'updateProduct',
    summary: 'Update a product',
    description:
      'Omitted fields stay. `active` false ends the sale of all its prices; running subscriptions continue and renew. `metadata` is merged by key; an empty string or null removes a key.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params,
    body: z
      .object({
        ...fields,
        name: fields.name.optional(),
        active: z.boolean().optional().describe('Whether its prices can be sold.'),
      })
      .meta({ id: 'ProductUpdate', description: 'Changes to a product.' }),
    isBodyOptional: true,
    replies: { 200: productSchema },
    errors: writeErrors,
    async handle(request) {
      const { body, caller, params: given } = request;
      const { id, accountId } = await getVisibleProduct(deps, caller, given.product_id);
      assertSells({ errors: writeErrors }, caller, { sellerId: accountId }, NOT_YOURS);
      const change = {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.description !== undefined && { description: body.description }),
        ...(body.unit_label !== undefined && { unitLabel: body.unit_label }),
        metadata: body.metadata,
        isActive: body.active,
      };
      return updateProduct(
        deps,
        id,
        change,
        idempotencyKeyOf(`PATCH ${path}`, request, [id, body]),
      );
    },
  });
}

function deleteRoute(deps: ProductRouteDeps) {
  return defineRoute({
    method: 'DELETE',
    path,
    operationId: 'deleteProduct',
    summary: 'Delete a product',
    description: 'For products without prices; `409` otherwise. Deactivate it instead.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    params,
    replies: { 200: deletedProductSchema },
    errors: CHANGE_ERRORS,
    async handle({ caller, params: given }) {
      const product = await getVisibleProduct(deps, caller, given.product_id);
      const seller = { sellerId: product.accountId };
      assertSells({ errors: CHANGE_ERRORS }, caller, seller, NOT_YOURS);
      return deleteProduct(deps, product);
    },
  });
}
