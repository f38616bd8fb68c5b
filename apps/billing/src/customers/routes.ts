import {
  AppError,
  creditEntrySchema,
  customerSchema,
  type ErrorCode,
  parsePublicId,
  type Uuid,
} from '@florin/contracts';
import {
  accountFields,
  currencyField,
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
import {
  actingForField,
  assertMayWrite,
  getActingAccount,
  getOpenAccount,
} from '../accounts/permissions.ts';
import { listCredits } from '../credits/list.ts';
import { archivedField } from '../lists.ts';
import { buyerFields } from '../parties/fields.ts';
import { type BuyerDetails, noDetails } from '../parties/model.ts';
import { causeOf } from '../subscriptions/fields.ts';
import { type CustomerEndingDeps, customerEndingRoutes } from './ending-routes.ts';
import {
  createCustomer,
  getVisibleCustomer,
  listCustomers,
  showCustomer,
  updateCustomer,
} from './operations.ts';
import { customerParams, EXTERNAL_ID_LENGTH_MAX } from './params.ts';

/**
 * An external id in the format of Florin's ids would be mistaken for one when a subscription is
 * created.
 */
const externalIdField = text(EXTERNAL_ID_LENGTH_MAX).refine(
  (id) => parsePublicId('customer', id) === undefined && parsePublicId('account', id) === undefined,
  'must not look like an id of Florin',
);

const bodyFields = {
  external_id: externalIdField.nullish().meta({
    description:
      'Your own name for the customer, unique within the account. It must not look like an id of Florin.',
    examples: ['user-4711'],
  }),
  email: emailField.nullish().meta({
    description: 'Where the customer is written to (RFC 5321). Without one nobody is.',
    examples: ['ada@example.com'],
  }),
  name: nameField
    .nullish()
    .meta({ description: 'What the person is called.', examples: ['Ada Lovelace'] }),
  ...buyerFields,
  currency: currencyField.nullish().meta({
    description: 'Currency of the account (ISO 4217): no other is taken.',
    examples: ['EUR'],
  }),
  metadata: metadataField
    .nullish()
    .describe('Names and values of your own: at most 50 names and 16384 bytes as JSON.'),
};
const errors: readonly ErrorCode[] = [
  'invalid_request',
  'currency_mismatch',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
];

type BuyerBody = z.output<z.ZodObject<typeof bodyFields>>;

/** Reads the invoice details in a body; omitted fields stay unchanged. */
function readGiven(body: BuyerBody): Partial<BuyerDetails> {
  const details = {
    company: body.company,
    address: body.address,
    shippingAddress: body.shipping_address,
    taxIds: body.tax_ids,
    exemption: body.tax_exempt,
    language: body.language,
    currency: body.currency,
  };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

/** @throws AppError currency_mismatch: an account has one currency, and its customers pay in it. */
async function assertCurrencyOf(
  deps: AccountsDeps,
  accountId: Uuid,
  currency: string | null | undefined,
  requestId: string,
): Promise<void> {
  if (currency == null) return;
  const account = await getOpenAccount(deps, accountId, requestId);
  if (account.currency !== currency)
    throw new AppError(
      'currency_mismatch',
      `currency: the account keeps ${account.currency}, and so its customers pay in it`,
    );
}

type CustomerRouteDeps = CustomerEndingDeps & AccountsDeps;

export function customerRoutes(deps: CustomerRouteDeps): readonly Route[] {
  return [
    listRoute(deps),
    createRoute(deps),
    getRoute(deps),
    updateRoute(deps),
    creditsRoute(deps),
    ...customerEndingRoutes(deps),
  ];
}

function listRoute(deps: CustomerRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/customers',
    operationId: 'listCustomers',
    onlyReads: true,
    summary: 'List customers, newest first',
    description:
      'Whoever sees several accounts sees the customers of all of them, unless `account_id` names one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('customer'),
        external_id: z
          .string()
          .optional()
          .meta({ description: 'Only the one that you call so.', examples: ['user-4711'] }),
        email: emailField.optional().meta({
          description: 'Only those with exactly this email.',
          examples: ['ada@example.com'],
        }),
        archived: archivedField('customers'),
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
    operationId: 'createCustomer',
    summary: 'Create a customer',
    description:
      'Everything may be left out. An `external_id` is unique within the account: one that is taken is refused with 409. Customers pay in the currency of the account; another one is refused.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z
      .object({ ...bodyFields, account_id: actingForField })
      .meta({ id: 'NewCustomer', description: 'A customer to be made.' }),
    isBodyOptional: true,
    replies: { 201: customerSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors }, caller);
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      await assertCurrencyOf(deps, accountId, body.currency, requestId);
      const fields = {
        externalId: body.external_id ?? null,
        email: body.email ?? null,
        name: body.name ?? null,
        details: { ...noDetails, ...readGiven(body) },
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
    operationId: 'getCustomer',
    onlyReads: true,
    summary: 'Retrieve a customer',
    description: 'Takes the id of the customer, or the `external_id` by which you call them.',
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
    operationId: 'listCustomerCredits',
    onlyReads: true,
    summary:
      "List how a customer's credit came about, newest first; an account that pays has it too",
    description:
      'Credit comes from changes to a cheaper plan and from credit notes, and pays of the next invoices by itself. The id may be that of an account that pays.',
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
    operationId: 'updateCustomer',
    summary:
      "Change a customer's email, name, external id or metadata, and what stands on its invoices",
    description:
      'What is left out stays as it is, and null takes it away; `metadata` is merged name by name, where an empty string or null takes the name away. What invoices say of their buyer changes for those that are made from then on.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: customerParams,
    body: z
      .object(bodyFields)
      .meta({ id: 'CustomerUpdate', description: 'What is to change of a customer.' }),
    isBodyOptional: true,
    replies: { 200: customerSchema },
    errors,
    async handle(request) {
      const { body, caller, params, requestId } = request;
      const { id, accountId } = await getVisibleCustomer(deps, caller, params.customer_id);
      assertMayWrite({ errors }, caller);
      await assertCurrencyOf(deps, accountId, body.currency, requestId);
      const change = {
        externalId: body.external_id,
        email: body.email,
        name: body.name,
        details: readGiven(body),
        metadata: body.metadata,
      };
      const key = idempotencyKeyOf('PATCH /v1/customers/{customer_id}', request, [id, body]);
      return updateCustomer(deps, id, change, { key, cause: causeOf(request) });
    },
  });
}
