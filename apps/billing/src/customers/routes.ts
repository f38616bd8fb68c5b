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
import type { AccountsDeps } from '../accounts/find.ts';
import {
  actingForField,
  assertMayWrite,
  getActingAccount,
  getOpenAccount,
} from '../accounts/permissions.ts';
import { causeOf } from '../domain/cause.ts';
import type { CustomerDetails } from '../domain/customer.ts';
import { noDetails } from '../domain/parties.ts';
import { buyerFields } from '../fields/party.ts';
import { collectionFields } from '../fields/terms.ts';
import { archivedField } from '../lists.ts';
import { listCredits } from './credits.ts';
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
  'must not look like a Florin id',
);

const bodyFields = {
  external_id: externalIdField.nullish().meta({
    description:
      'Your own id of the customer, unique within the account. It must not look like a Florin id.',
    examples: ['user-4711'],
  }),
  email: emailField.nullish().meta({
    description: 'Email address of the customer (RFC 5321). Without one, no mail is sent.',
    examples: ['ada@example.com'],
  }),
  name: nameField
    .nullish()
    .meta({ description: 'Name of the person.', examples: ['Ada Lovelace'] }),
  ...buyerFields,
  ...collectionFields({
    days: '3 for subscriptions, and the days of the seller profile for one-off invoices',
    method:
      'a page only without a saved payment method for subscriptions, and `send_invoice` for one-off invoices',
  }),
  currency: currencyField.nullish().meta({
    description: 'Currency of the account (ISO 4217). Other currencies are refused.',
    examples: ['EUR'],
  }),
  metadata: metadataField
    .nullish()
    .describe('Your own key-value data: at most 50 keys and 16384 bytes as JSON.'),
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
function readGiven(body: BuyerBody): Partial<CustomerDetails> {
  const details = {
    company: body.company,
    address: body.address,
    shippingAddress: body.shipping_address,
    taxIds: body.tax_ids,
    exemption: body.tax_exempt,
    language: body.language,
    currency: body.currency,
    poNumber: body.po_number,
    buyerReference: body.buyer_reference,
    daysUntilDue: body.days_until_due,
    collectionMethod: body.collection_method,
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
      `currency: customers of this account pay in ${account.currency}`,
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
    summary: 'List customers',
    description:
      'Callers that can read several accounts get the customers of all of them; `account_id` selects one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('customer'),
        external_id: z
          .string()
          .optional()
          .meta({ description: 'Filter by your own id of the customer.', examples: ['user-4711'] }),
        email: emailField.optional().meta({
          description: 'Filter by email, exact match.',
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
      'All fields are optional. An `external_id` is unique within the account: `409` if it is taken. Customers pay in the currency of the account; another one is refused.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z
      .object({ ...bodyFields, account_id: actingForField })
      .meta({ id: 'NewCustomer', description: 'A customer to create.' }),
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
    description: 'Accepts the id of the customer or your `external_id`.',
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
    summary: 'List credit changes of a customer',
    description:
      'Newest first. Credit comes from changes to a cheaper plan, credit notes and grants (`POST /v1/customers/{customer_id}/credits`), and is applied to the next invoices automatically. The id may be that of an account that pays.',
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
    summary: 'Update a customer',
    description:
      'Omitted fields stay, null removes a value. `metadata` is merged by key; an empty string or null removes a key. Changes apply to invoices that are created later.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: customerParams,
    body: z
      .object(bodyFields)
      .meta({ id: 'CustomerUpdate', description: 'Changes to a customer.' }),
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
