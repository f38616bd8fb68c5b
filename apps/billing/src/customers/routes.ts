import {
  creditEntrySchema,
  customerSchema,
  type ErrorCode,
  parsePublicId,
} from '@florin/contracts';
import {
  accountFields,
  cursorFields,
  defineRoute,
  emailField,
  idempotencyKeyOf,
  listReply,
  metadataField,
  nameField,
  oneCursor,
  type Route,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import type { AccountsDeps } from '../accounts/peers.ts';
import { actingForField, assertMayWrite, getActingAccount } from '../accounts/permissions.ts';
import { listCredits } from '../credits/list.ts';
import { causeOf } from '../subscriptions/fields.ts';
import {
  type CustomersDeps,
  createCustomer,
  getVisibleCustomer,
  listCustomers,
  showCustomer,
  updateCustomer,
} from './operations.ts';

const EXTERNAL_ID_LENGTH_MAX = 255;

/** What looks like one of our own ids would be taken for it when a subscription is created. */
const externalIdField = text(EXTERNAL_ID_LENGTH_MAX).refine(
  (id) => parsePublicId('customer', id) === undefined && parsePublicId('account', id) === undefined,
  'must not look like an id of Florin',
);

const reference = text(EXTERNAL_ID_LENGTH_MAX);
/** An id of ours, or what the account itself calls the customer; all else is not found. */
const customerParams = z.object({
  customer_id: z
    .string()
    .refine((id) => reference.safeParse(id).success)
    .meta({ description: 'The id of a customer, or its external_id.' }),
});

const bodyFields = {
  external_id: externalIdField.nullish(),
  email: emailField.nullish(),
  name: nameField.nullish(),
  metadata: metadataField.nullish(),
};
const errors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
];

type CustomerRouteDeps = CustomersDeps & AccountsDeps;

export function customerRoutes(deps: CustomerRouteDeps): readonly Route[] {
  return [
    listRoute(deps),
    createRoute(deps),
    getRoute(deps),
    updateRoute(deps),
    creditsRoute(deps),
  ];
}

function listRoute(deps: CustomerRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/customers',
    summary: 'List customers, newest first',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('customer'),
        external_id: z.string().optional(),
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(customerSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listCustomers(deps, caller, query),
    }),
  });
}

function createRoute(deps: CustomerRouteDeps) {
  return defineRoute({
    method: 'POST',
    path: '/v1/customers',
    summary: 'Create a customer',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z.object({ ...bodyFields, account_id: actingForField }),
    isBodyOptional: true,
    replies: { 201: customerSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors }, caller);
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const fields = {
        externalId: body.external_id ?? null,
        email: body.email ?? null,
        name: body.name ?? null,
        metadata: body.metadata ?? {},
      };
      const key = idempotencyKeyOf('POST /v1/customers', request, body);
      return createCustomer(deps, accountId, fields, { key, cause: causeOf(request) });
    },
  });
}

function getRoute(deps: CustomerRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/customers/{customer_id}',
    summary: 'Retrieve a customer',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: customerParams,
    replies: { 200: customerSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params, caller }) => ({
      status: 200,
      body: await showCustomer(deps, caller, params.customer_id),
    }),
  });
}

function creditsRoute(deps: CustomerRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/customers/{customer_id}/credits',
    summary:
      "List how a customer's credit came about, newest first; an account that pays has it too",
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: customerParams,
    query: z.object(cursorFields('creditEntry')).refine(...oneCursor),
    replies: { 200: listReply(creditEntrySchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params, query, caller }) => ({
      status: 200,
      body: await listCredits(deps, caller, params.customer_id, query),
    }),
  });
}

function updateRoute(deps: CustomerRouteDeps) {
  return defineRoute({
    method: 'PATCH',
    path: '/v1/customers/{customer_id}',
    summary: "Change a customer's email, name, external id or metadata",
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: customerParams,
    body: z.object(bodyFields),
    isBodyOptional: true,
    replies: { 200: customerSchema },
    errors,
    async handle(request) {
      const { body, caller, params } = request;
      const { id } = await getVisibleCustomer(deps, caller, params.customer_id);
      assertMayWrite({ errors }, caller);
      const change = {
        externalId: body.external_id,
        email: body.email,
        name: body.name,
        metadata: body.metadata,
      };
      const key = idempotencyKeyOf('PATCH /v1/customers/{customer_id}', request, [id, body]);
      return updateCustomer(deps, id, change, { key, cause: causeOf(request) });
    },
  });
}
